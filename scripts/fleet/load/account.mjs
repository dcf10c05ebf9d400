/** An agent of the help desk, through the balancer: `acme` is the organization. */

import { createClient } from 'espalier/client'
import { accounts, live, tickets } from '../../../.build/examples/helpdesk/endpoints.js'

export const credentials = { name: 'ada', password: 'a long secret' }

/** @returns what all parts of the load need: an address, the headers of someone who has logged in, and a client of the endpoints */
export async function openAccount(url) {
  const post = async (path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await post('/accounts', credentials)
  const { token } = await post('/session', credentials)
  const headers = { authorization: `Bearer ${token}` }
  const endpoints = { watch: live.watch, open: tickets.open, found: accounts.found }
  const api = createClient(endpoints, { baseUrl: url, headers, retries: 30 })
  await api.found({ body: { slug: 'acme', title: 'Acme' } }).expect(201)
  await api.open({ params: { org: 'acme' }, body: { title: 'first', text: 'A ticket to write about.' } }).expect(201)
  return { url, headers, api, acme: `${url}/api/orgs/acme` }
}
