/**
 * The one script of a conversation in one file: it shows what there was at the end of a step, and reads nothing but the
 * numbers in the file. Without it, as in a mail, all of the conversation stands there.
 */
export const SCRIPT = `(()=>{const box=document.querySelector(".steps"),line=box.querySelector("input"),words=box.querySelector("output"),labels=box.querySelectorAll("option"),parts=document.querySelectorAll("[data-step]");
const show=()=>{const at=line.valueAsNumber;for(const part of parts)part.hidden=Number(part.dataset.step)>at||at>Number(part.dataset.until??at);words.value=labels[at].label;line.setAttribute("aria-valuetext",labels[at].label)};
line.addEventListener("input",()=>{show();scrollTo(0,document.body.scrollHeight)});box.hidden=false;show()})()`;

/** By which a browser knows it: nothing else in the file may run. */
export const SCRIPT_HASH = "sha256-ID0PZl8aznTrYLx6yIK5P6E70MjRTCYSBEfofudoE20=";
