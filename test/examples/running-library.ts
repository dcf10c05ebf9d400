// The library as a process of its own, as `npm start` runs it, and requests to it over a socket.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { arrival } from '../until.ts'
import type { Answer, Question } from './visit.ts'

const main = fileURLToPath(new URL('../../examples/library/main.js', import.meta.url))
export const watched = ['--import', new URL('watch.js', import.meta.url).href]

interface Ended extends Record<'stdout' | 'stderr', string> {
  code: number | null
  signal: NodeJS.Signals | null
}

/** Starts the library; resolves once it says where it is open. Its `end` sends a signal, and resolves once the process has ended. */
export async function startLibrary(env: NodeJS.ProcessEnv) {
  const { child, ended, output } = launch({ PORT: '0', ...env })
  while (!output.stdout.includes('Ctrl+C')) {
    const event = await arrival(Promise.race([once(child.stdout, 'data'), ended]), 'the library')
    assert.ok(!('code' in event), `The library did not open: ${JSON.stringify(event)}`)
  }
  const address = /http:\S+/.exec(output.stdout)?.[0] ?? ''
  return {
    async ask({ path, headers, body, method = body ? 'POST' : 'GET' }: Question): Promise<Answer> {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
      const answer = await fetch(address + path, { method, ...(headers && { headers }), ...json })
      return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    },
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    }
  }
}

/** Runs the library when it is expected to end by itself. */
export const runLibrary = (env: NodeJS.ProcessEnv, ...options: string[]) => launch(env, ...options).ended

function launch(env: NodeJS.ProcessEnv, ...options: string[]) {
  const child = spawn(process.execPath, [...watched, main, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text
    })
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, ...output }))
  return { child, ended, output }
}
