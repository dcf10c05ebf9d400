// Where links lead: to a page and a place on it, to another file of the site, or to a file of the repository.
import { existsSync } from 'node:fs'
import { repository, root } from '../src/page/list.mjs'

/**
 * The links that lead nowhere, as sentences.
 *
 * @param {ReadonlyMap<string, { readonly links: readonly string[], readonly ids: readonly string[] }>} visits by the address of a page
 * @param {string} origin of the site
 * @param {string} folder that it is built to
 */
export function findDead(visits, origin, folder) {
  const found = []
  for (const [address, { links }] of visits) {
    for (const link of new Set(links))
      if (isDead(link, visits, origin, folder)) found.push(`${address} links to ${link}`)
  }
  return found
}

function isDead(link, visits, origin, folder) {
  const inRepository = new RegExp(`^${repository}/(?:blob|tree|edit)/main/([^#]+)`).exec(link)?.[1]
  if (inRepository !== undefined) return !existsSync(new URL(inRepository, root))
  if (!link.startsWith(`${origin}/`)) return false
  const { pathname, hash } = new URL(link)
  const there = visits.get(origin + pathname) ?? visits.get(`${origin}${pathname}index.html`)
  if (!there) return !existsSync(`${folder}${pathname}`)
  return hash !== '' && !there.ids.includes(decodeURIComponent(hash.slice(1)))
}
