// The page of `espalier inspect`. Everything that the application names is written as text, never as markup.
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

const state = { query: '', openOnly: false, expanded: new Set(), selected: null, all: new Set() }
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

/** Writes a text with the words of the search marked. */
function marked(text) {
  const word = state.query.split(/\s+/)[0]
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word)
  if (at < 0) return [text]
  return [text.slice(0, at), make('mark', {}, text.slice(at, at + word.length)), text.slice(at + word.length)]
}

const chip = (text, className = '') => make('span', { className: `chip ${className}` }, text)

/** A function without a name is called `guard at auth.ts:12`, which says its kind. */
const labelOf = ({ kind, name }) => (kind === 'hook' || name.startsWith(kind) ? name : `${kind} ${name}`)

function stepChip(at) {
  const label = labelOf(data.steps[at])
  const button = make(
    'button',
    { className: `chip ${data.steps[at].kind === 'guard' ? 'guard' : ''}`, type: 'button', tabIndex: -1 },
    label
  )
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    select({ step: at })
  })
  return button
}

function routeItem(at) {
  const { methods, url, conditions, isGuarded, isNew } = data.routes[at]
  const item = make('li', { className: 'route', role: 'treeitem', tabIndex: -1 })
  item.dataset.route = at
  item.append(
    make(
      'div',
      { className: 'row' },
      make('span', { className: 'method' }, methods.join()),
      make('span', { className: 'url' }, ...marked(url || '/')),
      conditions === '' ? null : chip(conditions),
      isGuarded ? null : chip('open', 'open'),
      isNew ? chip('new', 'new') : null
    )
  )
  return item
}

/** As many functions and names of a context stand in its row. */
const few = 4

const restChip = (count, of) => (count > few ? chip(`+ ${count - few} ${of}${count - few === 1 ? '' : 's'}`) : null)

function contextItem(node) {
  const { name, prefix, members } = data.contexts[node]
  const isExpanded = isSearching() || state.expanded.has(node)
  const item = make('li', { className: 'context', role: 'treeitem', tabIndex: -1 })
  item.dataset.node = node
  item.setAttribute('aria-expanded', String(isExpanded))
  item.append(
    make(
      'div',
      { className: 'row' },
      make('span', { className: 'name' }, ...marked(name)),
      prefix === '' ? null : make('span', { className: 'prefix' }, prefix),
      ...stepsIn[node].slice(0, few).map(stepChip),
      restChip(stepsIn[node].length, 'function'),
      ...members.slice(0, few).map((member) => chip(member)),
      restChip(members.length, 'name'),
      isExpanded ? null : chip(`${countOf[node]} ${countOf[node] === 1 ? 'route' : 'routes'}`)
    )
  )
  if (isExpanded) item.append(make('ul', { role: 'group' }, ...partsOf(node)))
  return item
}

function partsOf(node) {
  const routes = routesIn[node].filter((at) => shown[at])
  const drawn = state.all.has(node) ? routes : routes.slice(0, page)
  const below = childrenOf[node].filter((child) => !isSearching() || countOf[child] > 0)
  const drawnBelow = state.all.has(node) ? below : below.slice(0, page)
  const left = routes.length + below.length - drawn.length - drawnBelow.length
  const more = left > 0 ? moreItem(node, left) : null
  return [...drawn.map(routeItem), ...drawnBelow.map(contextItem), ...(more ? [more] : [])]
}

function moreItem(node, left) {
  const button = make('button', { className: 'more', type: 'button' }, `Show ${left} more`)
  button.addEventListener('click', () => {
    state.all.add(node)
    draw()
  })
  return make('li', { role: 'none' }, button)
}

function draw() {
  count()
  byId('tree').replaceChildren(contextItem(0))
  byId('none').hidden = !isSearching() || countOf[0] > 0
  mark()
}

/** Marks the way to what is selected, and dims what it does not concern. */
function mark() {
  const { selected } = state
  const routes = selected?.step === undefined ? null : new Set(routesOf[selected.step])
  const node = selected?.route === undefined ? selected?.node : data.routes[selected.route].node
  const way = new Set(node === undefined ? [] : wayTo(node))
  for (const item of byId('tree').querySelectorAll('li[role=treeitem]')) {
    const isRoute = item.dataset.route !== undefined
    const isSelected = isRoute
      ? Number(item.dataset.route) === selected?.route
      : Number(item.dataset.node) === selected?.node
    item.setAttribute('aria-selected', String(isSelected))
    item.classList.toggle('way', !isRoute && way.has(Number(item.dataset.node)))
    item.classList.toggle('dim', isRoute && routes !== null && !routes.has(Number(item.dataset.route)))
  }
  if (byId('tree').querySelector('[tabindex="0"]') === null) {
    const first = byId('tree').querySelector('li[role=treeitem]')
    if (first) first.tabIndex = 0
  }
}

function select(selected) {
  state.selected = selected
  if (selected?.route !== undefined)
    for (const node of wayTo(data.routes[selected.route].node)) state.expanded.add(node)
  mark()
  detail()
}

const place = (text) => (text === '' ? null : make('span', { className: 'place' }, text))

function stepItem(at) {
  const step = data.steps[at]
  const name = make('button', { className: 'step-name', type: 'button' }, step.name)
  name.addEventListener('click', () => select({ step: at }))
  const notes = [
    step.when,
    step.adds === '' ? '' : `adds ${step.adds}`,
    step.answers === '' ? '' : `may answer ${step.answers}`,
    step.isOfContext ? `declared in ${data.contexts[step.node].name}` : ''
  ].filter(Boolean)
  return make(
    'li',
    { className: step.kind === 'guard' ? 'guarding' : step.kind === 'handler' ? 'handling' : '' },
    make(
      'span',
      { className: 'stage' },
      step.kind === 'hook' || step.kind === step.stage ? step.stage : `${step.stage} · ${step.kind}`
    ),
    name,
    ' ',
    place(step.place),
    notes.length === 0 ? null : make('span', { className: 'note' }, notes.join('; '))
  )
}

const onErrors = new Set(['onError', 'error handler'])
const isRare = ({ stage }) => stage === 'parse' || stage === 'onTimeout' || stage === 'onRequestAbort'

function routeDetail(at) {
  const route = data.routes[at]
  const usual = route.steps.filter((step) => !(onErrors.has(data.steps[step].stage) || isRare(data.steps[step])))
  const failing = route.steps.filter((step) => onErrors.has(data.steps[step].stage))
  const rare = route.steps.filter((step) => isRare(data.steps[step]))
  const own = new Set(route.steps)
  const absent = data.steps.flatMap((step, index) =>
    step.isOfContext && step.stage !== 'parse' && !own.has(index) ? [index] : []
  )
  return [
    make('h2', {}, titleOf(route)),
    make(
      'p',
      {},
      place(route.place) ?? '',
      ...route.security.flatMap((scheme) => [' ', chip(`security ${scheme}`, 'guard')])
    ),
    make('h3', {}, 'Contexts'),
    make('ol', { className: 'way-list' }, ...wayTo(route.node).map(wayItem)),
    make('h3', {}, 'Runs, in this order'),
    make('ol', { className: 'way-list' }, ...usual.map(stepItem)),
    make('h3', {}, 'Where something throws'),
    make('ol', { className: 'way-list' }, ...failing.map(stepItem)),
    folded('With a body, or when the client leaves', rare),
    folded('Declared elsewhere: does not run', absent)
  ]
}

/** Steps that most readers do not look for. */
function folded(title, steps) {
  if (steps.length === 0) return null
  const drawn = steps.slice(0, page)
  const more =
    steps.length > drawn.length ? make('p', { className: 'hint' }, `and ${steps.length - drawn.length} more`) : null
  return make(
    'details',
    {},
    make('summary', {}, `${title} (${steps.length})`),
    make('ol', { className: 'way-list' }, ...drawn.map(stepItem)),
    more
  )
}

function wayItem(node) {
  const { name, prefix, members, place: where } = data.contexts[node]
  return make(
    'li',
    {},
    make('strong', {}, name),
    ' ',
    prefix === '' ? null : make('span', { className: 'prefix' }, prefix),
    ' ',
    place(where),
    members.length === 0 ? null : make('span', { className: 'note' }, members.join(', '))
  )
}

function stepDetail(at) {
  const step = data.steps[at]
  const routes = routesOf[at]
  return [
    make('h2', {}, labelOf(step)),
    make('p', {}, place(step.place)),
    make(
      'p',
      { className: 'hint' },
      `${step.stage}, declared in ${data.contexts[step.node].name}. It holds ${routes.length} of ${data.routes.length} routes:`
    ),
    make('ul', {}, ...routes.slice(0, 500).map(linkTo)),
    routes.length > 500 ? make('p', { className: 'hint' }, `and ${routes.length - 500} more`) : null
  ]
}

function linkTo(at) {
  const route = data.routes[at]
  const button = make('button', { className: 'step-name url', type: 'button' }, titleOf(route))
  button.addEventListener('click', () => select({ route: at }))
  return make('li', {}, button)
}

function contextDetail(node) {
  const { name, members } = data.contexts[node]
  return [
    make('h2', {}, name),
    make('h3', {}, 'Contexts'),
    make('ol', { className: 'way-list' }, ...wayTo(node).map(wayItem)),
    members.length === 0 ? null : make('h3', {}, 'Declares'),
    make('p', {}, ...members.flatMap((member) => [chip(member), ' '])),
    stepsIn[node].length === 0 ? null : make('h3', {}, 'Runs for every route in it'),
    make('ol', { className: 'way-list' }, ...stepsIn[node].map(stepItem))
  ]
}

function detail() {
  const { selected } = state
  const parts =
    selected === null
      ? [
          make(
            'p',
            { className: 'hint' },
            'Choose a route to see its way through the contexts and all that runs for it. Choose a hook or a guard to see which routes it holds.'
          )
        ]
      : selected.route !== undefined
        ? routeDetail(selected.route)
        : selected.step !== undefined
          ? stepDetail(selected.step)
          : contextDetail(selected.node)
  byId('detail').replaceChildren(...parts.filter((part) => part !== null))
  byId('detail').scrollTop = 0
  // On a phone it stands below the tree.
  if (selected !== null && matchMedia('(max-width: 50rem)').matches) byId('detail').scrollIntoView()
}

function drawChanges() {
  const { diff } = data
  if (diff === null) return
  const changes = diff.changes.map(({ does, kind, stage, name, routes }) => {
    const count = `${routes.length} ${routes.length === 1 ? 'route' : 'routes'}`
    const label = kind === 'hook' || kind === stage ? `${stage} ${name}` : `${kind} ${name}`
    const named = routes.slice(0, 5).join(', ') + (routes.length > 5 ? ' …' : '')
    return make('li', { className: does }, `${does} ${label}: ${count} (${named})`)
  })
  const removed = diff.removed.map((title) => make('li', { className: 'removes' }, `removes ${title}`))
  const added = data.routes
    .filter(({ isNew }) => isNew)
    .map((route) => make('li', { className: 'adds' }, `adds ${titleOf(route)}`))
  const all = [...removed, ...added, ...changes]
  byId('changes').replaceChildren(
    make('h2', {}, all.length === 0 ? 'No route differs' : 'What changed'),
    make('ul', {}, ...all.slice(0, page))
  )
  byId('changes').hidden = false
}

// Keys as in every tree (WAI-ARIA): arrows move and fold, Enter chooses.
function moveTo(item) {
  if (!item) return
  for (const other of byId('tree').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1
  item.tabIndex = 0
  item.focus()
}

function fold(item, isExpanded) {
  const node = Number(item.dataset.node)
  if (isExpanded) state.expanded.add(node)
  else state.expanded.delete(node)
  draw()
  moveTo(byId('tree').querySelector(`li[data-node="${node}"]`))
}

function choose(item) {
  if (item.dataset.route !== undefined) return select({ route: Number(item.dataset.route) })
  select({ node: Number(item.dataset.node) })
}

const keys = {
  ArrowDown: (items, at) => moveTo(items[at + 1]),
  ArrowUp: (items, at) => moveTo(items[at - 1]),
  Home: (items) => moveTo(items[0]),
  End: (items) => moveTo(items.at(-1)),
  ArrowRight: (items, at) => {
    if (items[at].getAttribute('aria-expanded') === 'false') fold(items[at], true)
    else if (items[at].dataset.node !== undefined) moveTo(items[at + 1])
  },
  ArrowLeft: (items, at) => {
    if (items[at].getAttribute('aria-expanded') === 'true' && !isSearching()) fold(items[at], false)
    else moveTo(items[at].parentElement.closest('li[role=treeitem]'))
  },
  Enter: (items, at) => choose(items[at]),
  ' ': (items, at) => choose(items[at])
}

byId('tree').addEventListener('keydown', (event) => {
  const items = [...byId('tree').querySelectorAll('li[role=treeitem]')]
  const at = items.indexOf(event.target)
  if (at < 0 || !Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key](items, at)
})

byId('tree').addEventListener('click', (event) => {
  const item = event.target.closest('li[role=treeitem]')
  if (item === null) return
  if (item.dataset.node !== undefined && !isSearching()) fold(item, item.getAttribute('aria-expanded') !== 'true')
  choose(item)
})

document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== byId('query')) {
    event.preventDefault()
    byId('query').focus()
  }
  if (event.key === 'Escape') {
    byId('query').value = ''
    state.query = ''
    state.selected = null
    draw()
    detail()
  }
})

byId('query').addEventListener('input', (event) => {
  state.query = event.target.value.trim().toLowerCase()
  draw()
})
byId('open-only').addEventListener('change', (event) => {
  state.openOnly = event.target.checked
  draw()
})

/** Opens contexts from the root on while they fit on a few screens. */
function expandSome() {
  let rows = 0
  const waiting = [0]
  for (let node = waiting.shift(); node !== undefined && rows < 200; node = waiting.shift()) {
    state.expanded.add(node)
    rows += Math.min(page, routesIn[node].length) + childrenOf[node].length
    waiting.push(...childrenOf[node])
  }
}

const open = data.routes.filter(({ isGuarded }) => !isGuarded).length
byId('title').textContent = data.title
byId('summary').textContent =
  `${data.routes.length} routes in ${data.contexts.length} contexts · ${open} behind no guard`
expandSome()
drawChanges()
draw()
detail()
