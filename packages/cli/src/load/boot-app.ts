import { UsageError } from '@espalier/command-kit'
import { bootedBefore, bootedBy } from './booted.ts'
import { refuseCircles } from './circle.ts'
import { faultText, placeOfFault, read } from './fault-text.ts'
import type { BootableApp } from './load-app.ts'
import { runWork } from './run-work.ts'

const maxShown = { plugins: 30, characters: 80 }

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

/** Returns the end of a message: `it waits for the plugin 'database'`. */
export const waitsForPlugin = (app: BootableApp): string => `it waits for ${quoted(bootedBy(app).at(-1))}`

const quoted = (plugin: string | undefined): string =>
  plugin === undefined ? 'its hooks' : `the plugin '${shorten(plugin)}'`

const shorten = (name: string): string =>
  name.length > maxShown.characters ? `${name.slice(0, maxShown.characters - 1)}…` : name

function textOfFault(file: string, app: BootableApp, error: unknown): string {
  const { hook, plugin } = culpritOf(error)
  const by = describe({ hook, plugin })
  const booted = bootedBefore(app, hook === undefined ? plugin : undefined).map(shorten)
  const named = booted.slice(0, maxShown.plugins).join(', ')
  const more = booted.length > maxShown.plugins ? `, and ${booted.length - maxShown.plugins} more` : ''
  const list = booted.length === 0 ? 'No plugin booted before that.' : `Booted before that: ${named}${more}.`
  return `${sentenceOf(file, error, by)}\n\n${faultText(error)}\n\n${list}`
}

function sentenceOf(file: string, error: unknown, by: string | undefined): string {
  const place = placeOfFault(error)
  const at = place === undefined ? '' : ` at ${place}`
  if (by !== undefined) return `${file} does not start: ${by} stops it${at}.`
  return place === undefined ? `${file} does not start.` : `${file} does not start: see ${place}.`
}

type Culprit = Readonly<Record<'hook' | 'plugin', string | undefined>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The framework adds the names of the hook and the plugin to a boot error. After a timeout, only the error message contains the plugin's name. */
function culpritOf(error: unknown): Culprit {
  const late = read(error, 'code') === 'FST_ERR_PLUGIN_TIMEOUT' ? lateIn.exec(String(read(error, 'message'))) : null
  return { hook: textOf(read(error, 'hook')), plugin: late?.[1] ?? textOf(read(error, 'plugin')) }
}

const lateIn = /in time: '([\s\S]+)'\. You may/

function describe({ hook, plugin }: Culprit): string | undefined {
  // The framework uses the start of a function's source, such as `async (app) => {`, as the name of an unnamed plugin.
  const isText = plugin !== undefined && /=>|[{(]/.test(plugin)
  const owner =
    plugin === undefined ? undefined : isText ? 'a plugin without a name' : `the plugin '${shorten(plugin)}'`
  if (hook === undefined) return owner
  return `the hook ${hook}${owner === undefined ? '' : ` of ${owner}`}`
}
