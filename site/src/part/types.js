// Types of names in programs. The pointer shows one, or a tap. By the keyboard, Enter in a program leads to its names, arrows from one to the next, and
// Escape back.

const programs = [...document.querySelectorAll('figure.code pre')].filter((pre) => pre.querySelector('.typed'))
if (programs.length > 0) showTypes()

function showTypes() {
  const popup = createPopup()
  let shown
  let leaving

  const show = (name) => {
    clearTimeout(leaving)
    if (name === shown) return
    shown = name
    popup.querySelector('code').textContent = name.dataset.type
    popup.querySelector('p').textContent = name.dataset.docs ?? ''
    popup.showPopover()
    place(popup, name)
  }
  const hide = () => {
    shown = undefined
    popup.hidePopover()
  }
  // The pointer may go into the popup, to scroll it or to copy from it.
  const hideSoon = () => {
    clearTimeout(leaving)
    leaving = setTimeout(hide, 200)
  }

  popup.addEventListener('pointerenter', () => clearTimeout(leaving))
  popup.addEventListener('pointerleave', hideSoon)
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  addEventListener('scroll', () => shown !== document.activeElement && hide(), { passive: true })
  for (const pre of programs) {
    pre.tabIndex = 0
    pre.setAttribute('aria-description', 'Enter leads to the types of names.')
    pre.addEventListener('pointerover', ({ target }) => {
      const name = target.closest('.typed')
      if (name) show(name)
      else if (shown) hideSoon()
    })
    pre.addEventListener('pointerleave', hideSoon)
    pre.addEventListener('focusin', ({ target }) => (target === pre ? hide() : show(target)))
    pre.addEventListener('keydown', (event) => walk(pre, event))
    pre.addEventListener('focusout', hideSoon)
  }
}

/** Moves the focus among the names of a program. */
function walk(pre, event) {
  const names = [...pre.querySelectorAll('.typed')]
  const at = names.indexOf(document.activeElement)
  const next = nextOf(event.key, at, names.length)
  if (next === undefined) return
  event.preventDefault()
  if (next === 'out') return pre.focus()
  names[next].tabIndex = -1
  names[next].setAttribute('aria-describedby', 'type-of-name')
  names[next].focus()
}

function nextOf(key, at, count) {
  if (at < 0) return key === 'Enter' ? 0 : undefined
  if (key === 'Escape') return 'out'
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step === undefined ? undefined : (at + step + count) % count
}

function createPopup() {
  const popup = document.createElement('div')
  popup.id = 'type-of-name'
  popup.popover = 'manual'
  popup.append(document.createElement('p'), document.createElement('code'))
  document.body.append(popup)
  return popup
}

/** Below the name, or above it where there is no room. */
function place(popup, name) {
  const { left, top, bottom } = name.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popup
  popup.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  popup.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`
}
