// The part of the page that tells of what is selected.

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
