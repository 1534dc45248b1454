"""How the page of the watch over the scale looks, on a screen, in the dark and on paper."""

BASIC = """
:root { color-scheme: light dark; --line: #c9c9c9; --soft: #f1f1ec; --ink: #1a1a1a; --paper: #fff; --quiet: #565656;
  --first: #1f5fa8; --second: #b3441e; --third: #3d7a38; }
@media (prefers-color-scheme: dark) { :root { --line: #4a4a4a; --soft: #262624; --ink: #ececec; --paper: #161616;
  --quiet: #b0b0b0; --first: #7fb4f0; --second: #f2996f; --third: #8fd088; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem; max-width: 76rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; } h1 span { white-space: nowrap; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 .4rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.08rem; margin: 1.6rem 0 .3rem; } p { margin: .3rem 0; max-width: 46rem; }
.quiet { color: var(--quiet); } .law { font-size: .85rem; color: var(--quiet); }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1.6rem 2rem; }
.grid.small { grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); } .grid > div { min-width: 0; }
.note { border: 1px solid var(--line); border-left: .4rem solid var(--second); padding: .5rem .8rem; margin: .6rem 0;
  background: var(--soft); } .note.fine { border-left-color: var(--third); } .note p { max-width: none; }
ul { margin: .3rem 0 .3rem 1.1rem; padding: 0; } li { margin: .3rem 0; }
.numbers { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin: .6rem 0; padding: 0; }
.numbers div { display: flex; flex-direction: column-reverse; } .numbers dt { font-size: .85rem; color: var(--quiet); }
.numbers dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } nav a { color: inherit; margin-right: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; border-bottom: 2px solid var(--ink); vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
details { margin: .3rem 0; } summary { cursor: pointer; padding: .2rem 0; }
footer { margin-top: 2.4rem; font-size: .85rem; color: var(--quiet); }
@media (max-width: 40rem) { body { padding: .8rem; font-size: 15px; } h1 { font-size: 1.35rem; }
  th, td { padding: .2rem .35rem; font-size: .82rem; } }
@media print { @page { size: A4; margin: 13mm 11mm; } :root { color-scheme: light; --ink: #000; --paper: #fff;
  --soft: #f2f2f2; --line: #999; --quiet: #333; --first: #1f5fa8; --second: #b3441e; --third: #3d7a38; }
  body { padding: 0; font-size: 9.6pt; max-width: none; } nav { display: none; } h2, h3 { break-after: avoid; }
  .grid { grid-template-columns: 1fr 1fr; } tr, .note { break-inside: avoid; } details:not([open]) { display: none; } }
"""
