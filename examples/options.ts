/** Options of the command in place of variables of the environment: `--port 3001` for `PORT=3001`. */
import { parseArgs } from 'node:util'

/** @param data the name of the variable that `--data` stands for */
export function withOptions(env: NodeJS.ProcessEnv, data: string): NodeJS.ProcessEnv {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { port: option, host: option, data: option } })
  const { port = env.PORT, host = env.HOST, data: folder = env[data] } = values
  return { ...env, PORT: port, HOST: host, [data]: folder }
}
