/** Whether the first sentence of a description says what is done: a word of it is one of the verbs of tools. */
export function saysAVerb(description: string): boolean {
  const [sentence = ""] = description.split(/[.:;!?\n]/, 1);
  const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((word) => baseForms(word).some((form) => VERBS.has(form)));
}

/** What a word may be a form of: `finds`, `searches`, `copies`, `writing`, `planned`. */
function baseForms(word: string): readonly string[] {
  const [stem] = /^.+?(?=(?:s|es|ed|ing)$)/.exec(word) ?? [word];
  const undoubled = stem.replace(/(.)\1$/, "$1");
  return [word, stem, `${stem}e`, undoubled, word.replace(/ies$|ied$/, "y")];
}

const VERBS: ReadonlySet<string> = new Set(
  `accept acknowledge act activate add adjust advance aggregate alert align allow analyse analyze annotate answer
  append apply approve archive arrange ask assert assign attach authenticate authorise authorize average back
  ban begin bind block book bookmark bring broadcast browse build buy calculate call cancel capture categorise
  categorize change charge chat check choose classify clean clear click clone close collapse collect combine
  comment commit compare compile complete compose compress compute concatenate configure confirm connect consult
  contact continue convert copy correct count crawl create cut debug decide declare decline decode decompress
  decrease decrypt deduct define delegate delete deliver deploy describe deserialise deserialize detach detect
  determine diff dim disable disconnect discover dispatch display distribute divide do download draft draw drop
  duplicate echo edit email embed emit enable encode encrypt end enqueue enrich enter enumerate erase escalate
  estimate evaluate examine exchange execute expand explain explore export express extend extract fail fetch
  fill filter find finish fix flag flip follow forecast forget format forward freeze generate get give grant
  greet grep group guess hand handle hang hash help hide highlight identify ignore import improve include
  increase index infer inform initialise initialize insert inspect install interpolate interpret interrupt
  invite invoke issue join judge jump keep kill label launch leave let link list listen load locate lock log
  look lookup mail make manage map mark match measure mention merge message migrate modify monitor mount move
  multiply mute name navigate normalise normalize note notify obtain offer open optimise optimize order organise
  organize output overwrite pack paint paraphrase parse paste patch pause pay perform pick pin ping plan play
  plot post predict prepare press preview print prioritise prioritize process produce proofread propose provide
  publish pull purchase purge push put query queue quote raise rank rate read rebase rebuild receive recommend
  reconcile record recover redact redirect redo reduce refactor refresh refund refuse register reject release
  reload remember remind remove rename render reopen reorder repair repeat replace reply report request require
  resample reschedule reserve reset resize resolve respond restart restore retrieve retry return reveal reverse
  revert review revoke rewrite roll rotate round route run sample save say scan schedule score scrape screen
  screenshot scroll search see select send serialise serialize serve set share shorten show shuffle shut sign
  simulate sketch skip sleep snooze solve sort speak spell split square stage star start stitch stop store
  stream submit subscribe subtract suggest sum summarise summarize suspend swap switch sync synchronise
  synchronize tag tail take talk teach tell terminate test think tidy toggle tokenise tokenize touch trace track
  train transcribe transfer transform translate trigger trim truncate try turn type unblock undo unfollow
  uninstall unlink unlock unmute unpack unpin unsubscribe untag update upgrade upload upsert use validate verify
  view visit vote wait wake walk warn watch weigh work wrap write zip`.split(/\s+/),
);
