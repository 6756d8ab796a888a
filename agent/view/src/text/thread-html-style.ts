/** The looks of a conversation in one file: light or dark as the reader's system is, and on paper all of it. */
export const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dcdfdd,#34393e);--soft:light-dark(#f3f4f3,#1d2024);--quiet:light-dark(#5b6368,#a3abb0)}
body{max-width:52rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fff,#131517);color:light-dark(#1a1e20,#e7eaec);font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0;color:light-dark(#1a1e20,#e7eaec);font-size:1.5rem}
header,time,.end,.note{color:var(--quiet);font-size:.85rem}
article{margin:1.5rem 0}
h2{margin:0;font-size:.85rem}
h2 time{margin-inline-start:.75em;font-weight:400}
.text{margin:.5rem 0;white-space:pre-wrap}
.you>.text{padding:.5rem 1rem;border-radius:12px;background:var(--soft)}
details{margin:.5rem 0;padding:.25rem .75rem;border:1px solid var(--line);border-radius:8px}
summary{cursor:pointer}
code,pre{font:.85rem/1.5 ui-monospace,monospace}
pre{margin:.5rem 0;padding:.75rem;border-radius:6px;background:var(--soft);white-space:pre-wrap}
.failed>summary,.failed.end{color:light-dark(#b01c1c,#ff8a80)}
img{max-width:100%;border-radius:8px}
[hidden]{display:none!important}
.steps,.state{border:1px solid var(--line);border-radius:8px;background:light-dark(#fff,#131517)}
main{padding-bottom:5rem}
.steps{position:fixed;inset:auto max(1rem,calc(50vw - 25rem)) .75rem;padding:.5rem 1rem}
.steps input{display:block;width:100%;margin:0;accent-color:light-dark(#0a6c74,#5cc0c7)}
.steps output{color:var(--quiet);font-size:.85rem}
.state{margin:.5rem 0;padding:.25rem 1rem;font-size:.85rem}
.state ul{margin:.25rem 0;padding-inline-start:1.25rem}
@media print{.steps{display:none}details::details-content{content-visibility:visible;height:auto}}`;

/** By which a browser knows it: nothing else in the file may say how it looks. */
export const STYLE_HASH = "sha256-/IHIcvToImHIYmGB2VLc8Q2qwmAuKsGFVWKb1oVdE48=";
