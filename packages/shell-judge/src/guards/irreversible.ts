import { type Finding, forced } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";

/** Beginnings of commands that cannot be taken back, options between them not counted. */
const IRREVERSIBLE = `
  npm publish, npm unpublish, npm deprecate, npm dist-tag, npm owner, npm access, npm token, npm star,
  yarn publish, yarn npm publish, pnpm publish, bun publish, lerna publish, changeset publish,
  npx changeset publish, cargo publish, cargo yank, gem push, gem yank, twine upload, poetry publish, uv publish,
  flit publish, hatch publish, docker push, docker system prune, docker volume rm, podman push, helm push,
  mvn deploy, gradle publish, dotnet nuget push, vsce publish, ovsx publish, gh repo delete, gh release create,
  gh release delete, gh pr merge, gh workflow run, gh secret, gh api, glab mr merge, terraform apply,
  terraform destroy, tofu apply, tofu destroy, pulumi up, pulumi destroy, kubectl delete, kubectl apply,
  kubectl drain, kubectl replace, aws, gcloud, az, fly deploy, flyctl deploy, vercel, netlify deploy, heroku,
  wrangler deploy, wrangler publish, firebase deploy, serverless deploy, sls deploy, shred, truncate, dropdb,
  shutdown, reboot, halt, poweroff, rimraf, npx rimraf, fdisk, parted, wipefs, mysqladmin, redis-cli flushall,
  userdel, usermod, passwd, crontab, kill, killall, pkill, trash
`
  .trim()
  .split(/,\s+/)
  .map((text) => text.split(" "));

/** Forced asks by name. */
export function irreversible(name: string, args: readonly ShellWord[]): readonly Finding[] {
  const words = [name, ...args.map((word) => word.value).filter((value) => !value.startsWith("-"))];
  const hit = IRREVERSIBLE.find((begin) => begin[0] === name && containsInOrder(words, begin));
  return hit === undefined ? [] : [forced(`${hit.join(" ")} cannot be taken back.`)];
}

/** The value of an option may stand between two words. */
function containsInOrder(words: readonly string[], begin: readonly string[]): boolean {
  let at = 0;
  for (const word of words.slice(0, begin.length + 2)) if (word === begin[at]) at++;
  return at === begin.length;
}
