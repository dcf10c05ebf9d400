// What a fence says behind its language becomes a line above its code: the name of a file, or that this is output.

const note = (name) => new RegExp(`(?:^| )${name}(?:="(?<text>[^"]*)")?(?: |$)`)

/** Shiki's transformer: a block is a figure, with a caption where its fence has notes. */
export function fence() {
  return {
    name: 'fence',
    root(root) {
      const meta = this.options.meta?.__raw ?? ''
      const caption = captionOf(meta)
      const looks = ['output', 'wrapped'].filter((word) => note(word).test(meta))
      const children = caption === undefined ? root.children : [toCaption(caption), ...root.children]
      root.children = [
        { type: 'element', tagName: 'figure', properties: { class: ['code', ...looks].join(' ') }, children }
      ]
    }
  }
}

function captionOf(meta) {
  if (note('output').test(meta)) return 'output'
  const file = note('file').exec(meta)?.groups.text
  if (!note('error').test(meta)) return file
  return file === undefined ? 'does not compile' : `${file} does not compile`
}

const toCaption = (value) => ({
  type: 'element',
  tagName: 'figcaption',
  properties: {},
  children: [{ type: 'text', value }]
})
