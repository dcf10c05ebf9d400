/** Other spellings of a path, each of which some component of some server has taken for the path itself. */
import fc from 'fast-check'

type Respell = (path: string, position: number) => string

const at = (path: string, position: number) => position % Math.max(path.length, 1)
const insert = (text: string): Respell => {
  return (path, position) => path.slice(0, at(path, position)) + text + path.slice(at(path, position))
}
/** Replaces the character at a position, but not the first slash: without it there is no path. */
const replace = (to: (character: string) => string): Respell => {
  return (path, position) => {
    const index = Math.max(at(path, position), 1)
    return path.slice(0, index) + to(path[index] ?? '') + path.slice(index + 1)
  }
}
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const slashes =
  (to: string): Respell =>
  (path) =>
    `/${path.slice(1).replaceAll('/', to)}`

const respellings: readonly Respell[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
  replace((character) => character.toUpperCase()),
  replace((character) => `%${hex(character)}`),
  replace((character) => `%${hex(character).toUpperCase()}`),
  replace((character) => `%25${hex(character)}`),
  replace((character) => `%u00${hex(character)}`),
  replace((character) => `%c0%${hex(character)}`),
  replace((character) => `%EF%BC%${(character.charCodeAt(0) + 0x60).toString(16)}`),
  replace(() => '%'),
  replace(() => '%zz'),
  replace(() => '\\'),
  slashes('//'),
  slashes('%2f'),
  slashes('%2F'),
  slashes('%252f'),
  slashes('%5c'),
  slashes('/./'),
  slashes('/%2e/'),
  insert('/'),
  insert('/./'),
  insert('/x/../'),
  insert('/%2e%2e/'),
  insert('/..;/'),
  insert(';'),
  insert(';a=b'),
  insert('%00'),
  insert('%20'),
  insert('%0d%0a'),
  insert('%09'),
  insert('#'),
  insert('?'),
  insert('*'),
  insert(':'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}.`,
  (path) => `${path}/.`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path};/public`,
  (path) => `${path}?/../public`,
  (path) => `${path}#/public`,
  (path) => `/.${path}`,
  (path) => `/public/..${path}`,
  (path) => `/public/%2e%2e${path}`,
  (path) => `//localhost${path}`,
  (path) => `/\\localhost${path}`,
  (path) => `http://localhost${path}`,
  (path) => `HTTP://other:80${path}`,
  (path) => `https://user@localhost${path}`,
  (path) => `ftp://localhost${path}`,
  (path) => `http:${path}`,
  (path) => `http:/${path}`,
  (path) => path.slice(1),
  (path) => path.slice(0, -1),
  () => '*',
  () => '/',
  () => ''
]

/** Up to three respellings, one after the other. */
export const respelling: fc.Arbitrary<(path: string) => string> = fc
  .array(fc.tuple(fc.nat(respellings.length - 1), fc.nat(40)), { maxLength: 3 })
  .map((steps) => {
    const respell = (path: string) =>
      steps.reduce((text, [index, position]) => (respellings[index] as Respell)(text, position), path)
    return Object.assign(respell, { toString: () => `respelling ${JSON.stringify(steps)}` })
  })
