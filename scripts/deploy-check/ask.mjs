import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'

/**
 * Sends a GET, and resolves to a sentence where the status is another one, or else to undefined.
 *
 * @param certificate the file of the authority that is trusted
 */
export function ask(url, wanted, certificate) {
  const { get } = url.startsWith('https:') ? https : http
  const options = certificate === undefined ? {} : { ca: readFileSync(certificate) }
  return new Promise((resolve) => {
    get(url, { ...options, agent: false }, async (answer) => {
      const text = await buffer(answer)
      resolve(answer.statusCode === wanted ? undefined : `${url} answers ${answer.statusCode} ${text}`)
    }).on('error', (error) => resolve(`${url}: ${error.message}`))
  })
}
