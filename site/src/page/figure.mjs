// The figures that ../../figure/main.mjs has drawn from code.
import { readFileSync } from 'node:fs'

/** The HTML of a page with its figure, where it has one. @throws when the text that the figure stands before is not on the page any more */
export function withFigure(slug, html) {
  const figure = JSON.parse(readFileSync('.astro/figures.json', 'utf8'))[slug]
  if (figure === undefined) return html
  if (!html.includes(figure.before))
    throw new Error(`The figure of ${slug} stands before '${figure.before}', which is not there`)
  return html.replace(figure.before, () => `${figure.html}${figure.before}`)
}
