// The data of the page, and what of it the search finds. Everything that the application names is written as text, never as markup.
const data = JSON.parse(document.getElementById('data').textContent)
const byId = (id) => document.getElementById(id)

/** Makes an element: `make('span', { className: 'chip' }, 'text', child)`. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.filter((child) => child !== null))
  return element
}

/** Functions of a context's own; parsers and the framework's answers stand in every context. */
const isDeclared = ({ isOfContext, stage, place }) => isOfContext && stage !== 'parse' && place !== ''

// What the lists say the other way round.
const childrenOf = data.contexts.map(() => [])
const routesIn = data.contexts.map(() => [])
const stepsIn = data.contexts.map(() => [])
const routesOf = data.steps.map(() => [])
data.contexts.forEach(({ parent }, node) => {
  if (parent !== null) childrenOf[parent].push(node)
})
data.routes.forEach((route, at) => {
  routesIn[route.node].push(at)
  for (const step of route.steps) routesOf[step].push(at)
})
data.steps.forEach((step, at) => {
  if (isDeclared(step)) stepsIn[step.node].push(at)
})

/** `more` holds how many rows of a context the reader has asked for. */
const state = { query: '', openOnly: false, expanded: new Set(), selected: null, more: new Map() }
/** As many routes of a context are drawn at once. */
const page = 100

const wayTo = (node) => {
  const way = []
  for (let at = node; at !== null; at = data.contexts[at].parent) way.unshift(at)
  return way
}

const titleOf = ({ methods, url, conditions }) =>
  `${methods.join()} ${url}${conditions === '' ? '' : ` with ${conditions}`}`

// Search: a route matches by its own words, by those of its contexts and by the functions that run for it.
const words = data.routes.map((route) =>
  [
    titleOf(route),
    ...wayTo(route.node).map((node) => data.contexts[node].name),
    ...route.steps.map((at) => data.steps[at].name)
  ]
    .join(' ')
    .toLowerCase()
)

function isShown(at) {
  const route = data.routes[at]
  if (state.openOnly && route.isGuarded) return false
  return state.query.split(/\s+/).every((word) => words[at].includes(word))
}

const isSearching = () => state.query !== '' || state.openOnly

/** The routes of a context and below it that match, counted once for each drawing. */
let shown = []
let countOf = []
function count() {
  shown = data.routes.map((_, at) => isShown(at))
  countOf = data.contexts.map(() => 0)
  data.routes.forEach(({ node }, at) => {
    if (shown[at]) for (const above of wayTo(node)) countOf[above]++
  })
}

// The place of a route by the title that a difference has for it: one title for each of its methods.
const routeAt = new Map(
  data.routes.flatMap((route, at) => route.methods.map((method) => [titleOf({ ...route, methods: [method] }), at]))
)
const signs = { adds: '+', removes: '−', moves: '↕' }
const changesOf = new Map()
for (const change of data.diff?.changes ?? [])
  for (const at of new Set(change.routes.map((title) => routeAt.get(title))))
    changesOf.set(at, [...(changesOf.get(at) ?? []), change])
