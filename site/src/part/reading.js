// Help with reading: what scrolls can be scrolled by the keyboard, and code can be copied.

const scrollers = document.querySelectorAll('.sl-markdown-content :is(.table, pre)')

function markScrollers() {
  for (const box of scrollers) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}

markScrollers()
addEventListener('resize', markScrollers)

for (const figure of document.querySelectorAll('figure.code:not(.output)')) figure.append(createCopy(figure))

function createCopy(figure) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(codeOf(figure))
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  return button
}

/** The code without what the compiler says of it. */
function codeOf(figure) {
  const copy = figure.querySelector('code').cloneNode(true)
  for (const refusal of copy.querySelectorAll('.refusal')) refusal.remove()
  return copy.textContent
}
