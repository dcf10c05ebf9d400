/** Boots an app, or reports which plugins have loaded and what failed. */
import { UsageError } from '@espalier/command-kit'
import { bootedBefore, bootedBy } from './booted.ts'
import { refuseCircles } from './circle.ts'
import { faultText, placeOfFault, read } from './fault-text.ts'
import type { BootableApp } from './load-app.ts'
import { untilSettled } from './until-settled.ts'

/** At most this many plugins are named, each with at most this many characters. */
const most = { plugins: 30, characters: 80 }

/** @throws UsageError when the app does not start, or never becomes ready */
export async function bootApp(file: string, app: BootableApp): Promise<void> {
  const allowCircles = refuseCircles(file, app)
  const waitsFor = () => waitsForPlugin(app)
  try {
    await untilSettled(async () => void (await app.ready()), { file, fails: 'does not start', waitsFor })
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(textOfFault(file, app, error), { cause: error })
  } finally {
    allowCircles()
  }
}

/** Describes which plugin of an app is not ready. */
export const waitsForPlugin = (app: BootableApp): string => `it waits for ${quoted(bootedBy(app).at(-1))}`

const quoted = (plugin: string | undefined): string =>
  plugin === undefined ? 'its hooks' : `the plugin '${shorten(plugin)}'`

const shorten = (name: string): string =>
  name.length > most.characters ? `${name.slice(0, most.characters - 1)}…` : name

function textOfFault(file: string, app: BootableApp, error: unknown): string {
  const { hook, plugin } = notesOn(error)
  const by = stopperOf({ hook, plugin })
  const booted = bootedBefore(app, hook === undefined ? plugin : undefined).map(shorten)
  const named = booted.slice(0, most.plugins).join(', ')
  const more = booted.length > most.plugins ? `, and ${booted.length - most.plugins} more` : ''
  const list = booted.length === 0 ? 'No plugin booted before that.' : `Booted before that: ${named}${more}.`
  return `${sentenceOf(file, error, by)}\n\n${faultText(error)}\n\n${list}`
}

function sentenceOf(file: string, error: unknown, by: string | undefined): string {
  const place = placeOfFault(error)
  const at = place === undefined ? '' : ` at ${place}`
  if (by !== undefined) return `${file} does not start: ${by} stops it${at}.`
  return place === undefined ? `${file} does not start.` : `${file} does not start: see ${place}.`
}

interface Notes {
  readonly hook: string | undefined
  readonly plugin: string | undefined
}

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The notes that the framework attaches to an error: the plugin and the hook that threw it. A plugin that is never ready is in the message. */
function notesOn(error: unknown): Notes {
  const late = read(error, 'code') === 'FST_ERR_PLUGIN_TIMEOUT' ? lateIn.exec(String(read(error, 'message'))) : null
  return { hook: textOrNothing(read(error, 'hook')), plugin: late?.[1] ?? textOrNothing(read(error, 'plugin')) }
}

const lateIn = /in time: '([\s\S]+)'\. You may/

function stopperOf({ hook, plugin }: Notes): string | undefined {
  // A function without a name is named by the start of its source.
  const isText = plugin !== undefined && /=>|[{(]/.test(plugin)
  const owner =
    plugin === undefined ? undefined : isText ? 'a plugin without a name' : `the plugin '${shorten(plugin)}'`
  if (hook === undefined) return owner
  return `the hook ${hook}${owner === undefined ? '' : ` of ${owner}`}`
}
