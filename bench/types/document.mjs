// Writes docs/type-cost.md from what compare.mjs measured.
import { cpus, totalmem } from 'node:os'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export function toDocument({ rows, completions, verdicts, failures, names }) {
  return `# What types cost the compiler

For those who wait for their editor. After it you know what the types of an application cost the compiler, here and in other frameworks.

Written by \`node bench/types/compare.mjs\` (\`--routes 50,200,500,1000\`, \`--typescript 5.9,7\`); \`--check\` fails when the budget
is missed.

## Method

- The same generated application in every framework: each route has its own TypeBox 0.34 schemas for parameters, query, body
  and two answers, and a handler that reads the first three and returns either answer. Ten routes make a module, and a main file
  registers the modules.
- **floor** is the schemas and TypeBox's own \`Static\` in plain functions, without a framework. espalier can be below it, because
  it reads common schemas with types of its own (\`types/schema.ts\`), which are cheaper than \`Static\` and equal to it.
- espalier is its built declarations, Fastify 5 has \`@fastify/type-provider-typebox\`, Hono \`@hono/typebox-validator\` with the
  answers' types stated by hand, and Elysia its \`t\`. Elysia chains the routes of a module, as its guide does.
  Modules are registered in statements everywhere, so no project pays for the types of a client of the whole application.
- The compiler's \`--extendedDiagnostics\` gives the figures; TypeScript 7 runs with one checker, as several would count shared
  types more than once. \`skipLibCheck\` is on.
- A completion asks for the members of the validated body in a handler of the last of 50 modules, 500 routes in all, after
  the project was loaded and the module checked (and, on 5.9, sixty were asked for, when V8 has compiled the checker's code):
  the median of 31 answers, each after a person's edits in one of ten handlers, the five projects taking turns. TypeScript 5.9's language service runs in the process and its CPU time counts; TypeScript 7's
  language server is another process, so it is time on the clock, and reaches from the edit to the answer.
- Instantiations and types are the same on every machine. Times depend on it and on its other work. Compare only those that
  differ greatly.

## Budget

| line | at most | measured | |
|---|---|---|---|
${verdicts.map(({ line, most, measured, isMet }) => `| ${line} | ${most} | ${!Number.isFinite(measured) ? 'not measured' : number.format(measured)} | ${isMet ? 'met' : '**missed**'} |`).join('\n')}

## A client of 3,000 endpoints

The client of a contract may cost at most 0.7 of the time and memory of one of oRPC. The goal holds on TypeScript 7. Measured on 2026-11-28 on a loaded
machine, one compilation each, one after the other. [The client page](client.md#what-it-costs-the-editor) has figures of a quiet machine, and of TypeScript 5.9.

| TypeScript 7 | instantiations | check, s | memory, MB |
|---|---|---|---|
| espalier | 2,016,063 | 9.08 | 348 |
| oRPC | 5,438,639 | 31.93 | 1,583 |
| espalier ÷ oRPC | 0.37 | 0.28 | 0.22 |

## Figures

${toMachine()}

| routes | TypeScript | | instantiations | ÷ floor | types | check, s | memory, MB |
|---|---|---|---|---|---|---|---|
${toLines(rows, names)}

| completion, 500 routes | instantiations, 5.9 | CPU, ms, 5.9 | ÷ floor | time, ms, 7 | ÷ floor |
|---|---|---|---|---|---|
${toCompletionLines(completions)}
${failures.length > 0 ? `\nLeft out, because they did not compile:\n\n${failures.map((failure) => `- ${failure}`).join('\n')}\n` : ''}`
}

/** The machine of the run, because times depend on it. */
function toMachine() {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day} on ${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB of memory, Node ${process.versions.node}.`
}

function toCompletionLines(completions) {
  const floor = completions.find(({ name }) => name === 'floor')
  return completions
    .map(({ name, instantiations, milliseconds, answer }) => {
      const cells = [
        name,
        number.format(instantiations),
        milliseconds.toFixed(0),
        ratio(milliseconds, floor?.milliseconds)
      ]
      return `| ${[...cells, answer.toFixed(0), ratio(answer, floor?.answer)].join(' | ')} |`
    })
    .join('\n')
}

const ratio = (value, base) => (base ? (value / base).toFixed(2) : '')

function toLines(rows, names) {
  const sorted = [...rows].sort(
    (a, b) =>
      a.size - b.size || a.typescript.localeCompare(b.typescript) || names.indexOf(a.name) - names.indexOf(b.name)
  )
  const toLine = ({ name, size, typescript, instantiations, types, check, megabytes }) => {
    const floor = rows.find((row) => row.name === 'floor' && row.size === size && row.typescript === typescript)
    const share = ratio(instantiations, floor?.instantiations)
    return `| ${size} | ${typescript} | ${name} | ${number.format(instantiations)} | ${share} | ${number.format(types)} | ${check} | ${megabytes} |`
  }
  return sorted.map(toLine).join('\n')
}
