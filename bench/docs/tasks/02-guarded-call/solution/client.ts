import { createClient } from 'espalier/client'
import { notes } from './contract.ts'

export const connect = (baseUrl: string, authorization: string) =>
  createClient({ notes }, { baseUrl, headers: { authorization } })

export async function removeNote(baseUrl: string, authorization: string, id: number): Promise<boolean> {
  const answer = await connect(baseUrl, authorization).notes.remove({ params: { id } })
  if (answer.status === 401) throw new Error(answer.body.message)
  return answer.status === 204
}
