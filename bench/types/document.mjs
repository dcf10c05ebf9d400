// Writes docs/type-cost.md from what compare.mjs measured.
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export function toDocument({ rows, verdicts, failures, names, largest }) {
  return `# What types cost the compiler

Written by \`node bench/types/compare.mjs\` (\`--routes 50,200,500,1000\`, \`--typescript 5.9,7\`); \`--check\` fails when the budget
is missed.

## Method

- The same generated application in every framework: each route has its own TypeBox 0.34 schemas for parameters, query, body
  and two answers, and a handler that reads the first three and returns either answer. Ten routes make a module, and a main file
  registers the modules.
- **floor** is the schemas and TypeBox's own \`Static\` in plain functions, without a framework. espalier can be below it, because
  it reads common schemas with types of its own (\`types/schema.ts\`), which are cheaper than \`Static\` and equal to it.
- espalier is its built declarations, Fastify 5 has \`@fastify/type-provider-typebox\`, Hono \`@hono/typebox-validator\` with the
  answers' types stated by hand, and Elysia its \`t\`. Elysia chains the routes of a module, as its guide does;
  modules are registered in statements everywhere, so that nobody pays for the types of a client of the whole application.
- The compiler's \`--extendedDiagnostics\` gives the figures; TypeScript 7 runs with one checker, as several would count shared
  types more than once. \`skipLibCheck\` is on.
- Completion asks TypeScript 5.9's language service for the members of the validated body in the last of ${largest / 10} modules, ${largest}
  routes in all: once after opening the project, and after each of nine edits of that file, of which the median is shown. It is CPU time.
- Instantiations and types are the same on every machine. Times depend on it and on its other work: compare only those that
  differ greatly.

## Budget

| line | at most | measured | |
|---|---|---|---|
${verdicts.map(({ line, most, measured, isMet }) => `| ${line} | ${most} | ${Number.isNaN(measured) ? 'not measured' : number.format(measured)} | ${isMet ? 'met' : '**missed**'} |`).join('\n')}

## Figures

| routes | TypeScript | | instantiations | ÷ floor | types | check, s | memory, MB |
|---|---|---|---|---|---|---|---|
${toLines(rows, names)}

| completion, ${largest} routes | first, ms | after an edit, ms |
|---|---|---|
${rows.flatMap(({ name, completion }) => (completion ? [`| ${name} | ${completion.first} | ${completion.warm} |`] : [])).join('\n')}
${failures.length > 0 ? `\nLeft out, because they did not compile:\n\n${failures.map((failure) => `- ${failure}`).join('\n')}\n` : ''}`
}

function toLines(rows, names) {
  const sorted = [...rows].sort(
    (a, b) =>
      a.size - b.size || a.typescript.localeCompare(b.typescript) || names.indexOf(a.name) - names.indexOf(b.name)
  )
  const toLine = ({ name, size, typescript, instantiations, types, check, megabytes }) => {
    const floor = rows.find((row) => row.name === 'floor' && row.size === size && row.typescript === typescript)
    const ratio = floor ? (instantiations / floor.instantiations).toFixed(2) : ''
    return `| ${size} | ${typescript} | ${name} | ${number.format(instantiations)} | ${ratio} | ${number.format(types)} | ${check} | ${megabytes} |`
  }
  return sorted.map(toLine).join('\n')
}
