/**
 * Refuses hooks and handlers that can never finish a request, because they return no promise and call neither `done` nor the reply. Only the source
 * text of the function is examined. So a function that calls other code, contains another function or destructures its parameters is accepted.
 */
import { getOrCreate } from '../base/get-or-create.ts'
import { errors } from '../error/error.ts'
import type { BoundHook } from '../stage/step.ts'
import { delayingHookNames, hooks } from '../tree/hook.ts'
import { hooksSeenBy } from '../tree/inherit.ts'
import { type ContextNode, pluginOf } from '../tree/node.ts'
import { isFunction, previewOf } from '../user-function.ts'
import { ownHooksOf, type PlanSource } from './plan-source.ts'

const literals = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const declaration = /^(?!async\b)(?:function\b\s*)?[\w$]*\s*\(([\w$\s,]*)\)\s*(?:=>\s*)?\{([\s\S]*)\}$/
const shortArrow = /^([\w$]+)\s*=>\s*\{([\s\S]*)\}$/
const mayFinish = /\b(?:return|throw|await|yield|arguments|eval|this|super|new|import|function|native)\b|=>|[`/]/
const calls = /([\w$.\]]*)\s*(?:\?\.)?\(/g
const keywords = /^(?:if|for|while|switch|catch)$/

const verdicts = { handler: new WeakMap<object, boolean>(), hook: new WeakMap<object, boolean>() }

function textNeverFinishes(text: string, mayBeEmpty: boolean): boolean {
  const plain = text.replace(literals, "''")
  const [, list = '', body] = declaration.exec(plain) ?? shortArrow.exec(plain) ?? []
  if (body === undefined || mayFinish.test(body)) return false
  if (body.trim() === '') return !mayBeEmpty
  const [request = '', reply] = list.split(',').map((name) => name.trim())
  const words = new Set(body.match(/[\w$]+/g))
  if (reply !== undefined && words.has(reply)) return false
  return [...body.matchAll(calls)].every(
    ([, callee = '']) => keywords.test(callee) || /^console\.\w+$/.test(callee) || callee.startsWith(`${request}.log.`)
  )
}

/** An empty handler is accepted, because tests use it as a placeholder. */
export function neverFinishes(fn: unknown, isHandler: boolean): boolean {
  if (!isFunction(fn)) return false
  return getOrCreate(isHandler ? verdicts.handler : verdicts.hook, fn, () =>
    textNeverFinishes(Function.prototype.toString.call(fn), isHandler)
  )
}

function refuseEndlessHook({ fn, plugin }: Pick<BoundHook, 'fn' | 'plugin'>, name: string, doneAt: number): void {
  if (fn.length > doneAt || !neverFinishes(fn, false)) return
  const title = `The ${name} hook ${nameOrText(fn)} of '${plugin}'`
  throw new errors.ESP_ERR_NEVER_FINISHES(title, "takes no 'done'", "Make it async, or call 'done' in it")
}

function refuseEndlessHandler({ handler, methods, url }: PlanSource): void {
  if (!neverFinishes(handler, true)) return
  const title = `The handler ${nameOrText(handler)} of ${methods.join()} ${url}`
  const fix = 'Return the payload, or give it to reply.send()'
  throw new errors.ESP_ERR_NEVER_FINISHES(title, 'does not use the reply', fix)
}

/** The hooks of a context are checked only once, although many routes share them. */
export function createNeverFinishingCheck(): (source: PlanSource) => void {
  const checked = new WeakSet<ContextNode>()
  return (source) => {
    const { node, options } = source
    for (const name of delayingHookNames) {
      const { doneAt } = hooks[name]
      const seen = checked.has(node) ? [] : hooksSeenBy(node, name)
      for (const { fn, node: declaredIn } of seen) refuseEndlessHook({ fn, plugin: pluginOf(declaredIn) }, name, doneAt)
      const own = options[name] === undefined ? [] : ownHooksOf(options, name)
      for (const fn of own) refuseEndlessHook({ fn, plugin: pluginOf(node) }, name, doneAt)
    }
    checked.add(node)
    refuseEndlessHandler(source)
  }
}

const nameOrText = (fn: BoundHook['fn']): string => (fn.name ? `'${fn.name}'` : previewOf(fn))
