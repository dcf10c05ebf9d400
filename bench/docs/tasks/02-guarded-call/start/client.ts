import { createClient } from 'espalier/client'
import { notes } from './contract.ts'

export const connect = (baseUrl: string, authorization: string) =>
  createClient({ notes }, { baseUrl, headers: { authorization } })
