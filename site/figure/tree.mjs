// The tree of an app as nested lists: what each context declares and has, and what it sees from above.
import { toText } from './text.mjs'

/** @returns the figure as HTML, by `explain()` of the app */
export async function drawTree(app, caption) {
  const { contexts, routes } = await app.explain()
  await app.close()
  const parts = contexts.map((context, index) => ({
    context,
    routes: routes.filter(({ node }) => node === index),
    inner: contexts.flatMap(({ parent }, other) => (parent === index ? [other] : []))
  }))
  return `<figure class="tree"><figcaption>${toText(caption)}</figcaption><ul>${drawContext(0, parts, [])}</ul></figure>`
}

function drawContext(index, parts, above) {
  const { context, routes, inner } = parts[index]
  const own = [...context.app, ...context.request, ...context.reply]
  const rows = [
    ...(own.length > 0 ? [`declares ${listNames(own)}`] : []),
    `sees ${above.length + own.length > 0 ? listNames([...above, ...own]) : 'nothing declared'}`,
    ...routes.map(drawRoute)
  ]
  const lists = inner.map((one) => drawContext(one, parts, [...above, ...own])).join('')
  const below = context.prefix ? ` below <code>${toText(context.prefix)}</code>` : ''
  const title = `<span><strong>${toText(nameOf(context))}</strong>${below}</span>`
  const body = rows.map((row) => `<span>${row}</span>`).join('')
  return `<li><div>${title}${body}</div>${lists === '' ? '' : `<ul>${lists}</ul>`}</li>`
}

/** A plugin without a name is called by its place in the file, which its reader does not have. */
const nameOf = ({ name, parent }) => (parent === null ? 'app' : / at |\(/.test(name) ? 'a plugin' : name)

function drawRoute({ name, steps }) {
  const guards = steps.filter(({ kind }) => kind === 'guard').map((step) => step.name)
  const behind = guards.length > 0 ? ` behind ${listNames(guards)}` : ''
  return `answers <code>${toText(name)}</code>${behind}`
}

const listNames = (names) => names.map((name) => `<code>${toText(name)}</code>`).join(', ')
