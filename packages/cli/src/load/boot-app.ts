/** Boots an app. If the boot fails, the error names the plugin that failed, and the plugins that had already loaded. */
import { UsageError } from '@espalier/command-kit'
import { bootedBefore, bootedBy } from './booted.ts'
import { refuseCircles } from './circle.ts'
import { faultText, placeOfFault, read } from './fault-text.ts'
import type { BootableApp } from './load-app.ts'
import { runWork } from './run-work.ts'

/** A message names at most this many plugins, each cut off after this many characters. */
const most = { plugins: 30, characters: 80 }

/** @throws UsageError when the app does not start, or never becomes ready */
export async function bootApp(file: string, app: BootableApp): Promise<void> {
  const allowCircles = refuseCircles(file, app)
  const waitsFor = () => waitsForPlugin(app)
  try {
    await runWork(async () => void (await app.ready()), { file, fails: 'does not start', waitsFor })
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(textOfFault(file, app, error), { cause: error })
  } finally {
    allowCircles()
  }
}

/** Returns the part of a message that names the plugin for which an app waits: `it waits for the plugin 'database'`. */
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

/**
 * Returns the plugin and the hook that threw an error. The framework adds their names to the error as members. After a timeout, only the message has
 * the name of the plugin.
 */
function notesOn(error: unknown): Notes {
  const late = read(error, 'code') === 'FST_ERR_PLUGIN_TIMEOUT' ? lateIn.exec(String(read(error, 'message'))) : null
  return { hook: textOrNothing(read(error, 'hook')), plugin: late?.[1] ?? textOrNothing(read(error, 'plugin')) }
}

const lateIn = /in time: '([\s\S]+)'\. You may/

function stopperOf({ hook, plugin }: Notes): string | undefined {
  // If a plugin has no name, the framework uses the start of its source instead, such as `async (app) => {`.
  const isText = plugin !== undefined && /=>|[{(]/.test(plugin)
  const owner =
    plugin === undefined ? undefined : isText ? 'a plugin without a name' : `the plugin '${shorten(plugin)}'`
  if (hook === undefined) return owner
  return `the hook ${hook}${owner === undefined ? '' : ` of ${owner}`}`
}
