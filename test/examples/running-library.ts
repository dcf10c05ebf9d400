// The library as a process of its own, as `npm start` runs it, and requests to it over a socket.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { arrival } from '../until.ts'

const main = fileURLToPath(new URL('../../examples/library/main.js', import.meta.url))

export interface Question {
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  /** Sent as it is when it is a text, and as JSON otherwise. */
  body?: unknown
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Library {
  address: string
  ask(question: Question): Promise<Answer>
  /** Sends a signal; resolves once the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

/** Starts the library; resolves once it says where it is open. */
export async function startLibrary(env: NodeJS.ProcessEnv): Promise<Library> {
  const { child, ended, output } = launch({ PORT: '0', ...env })
  try {
    while (!output.stdout.includes('Ctrl+C')) {
      const event = await arrival(Promise.race([once(child.stdout, 'data'), ended]), 'the library')
      if ('code' in event) throw new Error(`The library did not open: ${JSON.stringify(event)}`)
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const address = /http:\S+/.exec(output.stdout)?.[0] ?? ''
  return {
    address,
    ask: (question) => ask(address, question),
    end(signal) {
      child.kill(signal)
      return ended
    }
  }
}

/** Runs the library when it is expected to end by itself. */
export function runLibrary(env: NodeJS.ProcessEnv, ...options: string[]): Promise<Ended> {
  return launch(env, ...options).ended
}

function launch(env: NodeJS.ProcessEnv, ...options: string[]) {
  const child = spawn(process.execPath, [main, ...options], {
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

async function ask(address: string, { method, path, headers, body }: Question): Promise<Answer> {
  const isText = body === undefined || typeof body === 'string'
  const text = isText ? body : JSON.stringify(body)
  const sent = request(address + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    agent: false,
    headers: { ...(!isText && { 'content-type': 'application/json' }), ...headers }
  })
  sent.end(text)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error('no response')
  response.setEncoding('utf8')
  let received = ''
  for await (const chunk of response) received += chunk
  return { status: response.statusCode ?? 0, headers: response.headers, body: received }
}
