/** An agent of the help desk, through the balancer: `acme` is the organization. */

import { createClient } from 'espalier/client'
import { live, tickets } from '../../../.build/examples/helpdesk/endpoints.js'

export const credentials = { name: 'ada', password: 'a long secret' }

/** @returns what all parts of the load need: an address, the headers of someone who has logged in, and a client of the endpoints */
export async function openAccount(url) {
  const post = async (path, body, headers) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body)
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await post('/accounts', credentials)
  const { token } = await post('/session', credentials)
  const headers = { authorization: `Bearer ${token}` }
  await post('/orgs', { slug: 'acme', title: 'Acme' }, headers)
  const api = createClient({ watch: live.watch, open: tickets.open }, { baseUrl: url, headers, retries: 30 })
  await api.open({ params: { org: 'acme' }, body: { title: 'first', text: 'A ticket to write about.' } }).expect(201)
  return { url, headers, api, acme: `${url}/api/orgs/acme` }
}
