import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes } from '../../../../src/error/codes.ts'
import { createSearch, wordsOf } from '../../src/docs/find-sections.ts'
import { readDocuments, type Section } from '../../src/docs/read-documents.ts'

const section = (heading: string, text: string, isRow = false): Section => {
  return { page: 'docs/a.md', title: 'Pages', heading, anchor: heading, text, isRow, isEvidence: false }
}

const found = (sections: readonly Section[], words: string) =>
  createSearch(sections)(wordsOf(words)).hits.map(({ heading }) => heading)

test('a word in a heading outranks one in a text, and a rare word outranks a frequent one', () => {
  const sections = [section('one', 'hooks and hooks'), section('hooks', 'order'), section('two', 'hooks close')]
  assert.equal(found(sections, 'hooks')[0], 'hooks')
  assert.equal(found([...sections, section('three', 'hooks')], 'hooks close')[1], 'two')
})

test('a word is found by its prefix, its stem and as a part of a name', () => {
  const sections = [section('one', 'streaming'), section('two', 'bodyLimit'), section('three', 'stream')]
  assert.deepEqual(found(sections, 'streams'), ['one', 'three'])
  assert.deepEqual(found(sections, 'stream'), ['three', 'one'])
  assert.deepEqual(found(sections, 'limit'), ['two'])
  assert.deepEqual(found(sections, 'st'), [])
})

test('a row precedes a section for its whole name, and follows one for a part of it', () => {
  const sections = [section('The body', 'limits', false), section('bodyLimit', 'of the body', true)]
  assert.deepEqual(found(sections, 'bodyLimit'), ['bodyLimit'])
  assert.deepEqual(found(sections, 'body'), ['The body', 'bodyLimit'])
})

test('words without a match are returned as typed', () => {
  assert.deepEqual(createSearch([section('one', 'open')])(['Opne', 'open']).missing, ['Opne'])
})

test('a word in code ranks below one in a sentence, and a page of evidence below others', () => {
  const program = section('a program', 'one\n```ts\nupload upload\n```\n')
  assert.deepEqual(found([program, section('a sentence', 'upload one two three')], 'upload'), [
    'a sentence',
    'a program'
  ])
  const evidence = { ...section('figures', 'upload'), isEvidence: true }
  assert.deepEqual(found([evidence, section('a guide', 'upload one two three')], 'upload'), ['a guide', 'figures'])
})

test('a row does not come first for a part of a package name', () => {
  const sections = [section('@fastify/cors', 'its figures', true), section('Other origins', 'cors with cookies')]
  assert.equal(found(sections, 'cors')[0], 'Other origins')
})

const { sections, pages } = readDocuments()
const search = createSearch(sections)

test('every error code finds its row first', () => {
  const bare = Object.keys(codes).filter((code) => search([code]).hits[0]?.heading !== code)
  assert.deepEqual(bare, [])
  assert.ok(Object.keys(codes).length > 100)
})

test('every option finds its row first', () => {
  const names = [...(pages.get('docs/options.md') ?? '').matchAll(/^\| `([a-z]\w+)` \|/gim)].map(
    ([, name = '']) => name
  )
  const first = (name: string) => search([name]).hits[0]
  assert.deepEqual(
    names.filter((name) => !wordsOf(first(name)?.heading ?? '').includes(name)),
    []
  )
  assert.ok(names.length > 20)
})

/** The page that has to be found first, by search words. */
const wanted = {
  upload: 'docs/recipes/uploads.md',
  login: 'docs/recipes/authentication.md',
  websocket: 'docs/recipes/sockets.md',
  'server sent events': 'docs/recipes/events.md',
  asyncapi: 'docs/recipes/events.md',
  outbox: 'docs/recipes/events.md',
  'redis streams': 'docs/recipes/events.md',
  'test a route': 'docs/recipes/testing.md',
  'environment variables': 'docs/settings.md',
  'multi tenant': 'docs/recipes/tenants.md',
  deploy: 'docs/recipes/deployment.md',
  'jwt token': 'docs/recipes/authentication.md',
  'typed client': 'docs/client.md',
  'health check': 'docs/kit.md',
  opentelemetry: 'docs/observability.md'
}

for (const [words, page] of Object.entries(wanted)) {
  test(`'${words}' finds ${page} first`, () => {
    assert.equal(search(wordsOf(words)).hits[0]?.page, page)
  })
}

test('words about uploads find a form before a form as a stream', () => {
  for (const words of ['upload', 'uploads', 'upload form', 'upload a file', 'file upload']) {
    const headings = search(wordsOf(words)).hits.map(({ heading }) => heading)
    assert.ok(headings.indexOf('Files in a form') < headings.indexOf('A form as a stream'), words)
  }
})
