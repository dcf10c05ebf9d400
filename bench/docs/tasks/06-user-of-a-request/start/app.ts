import { espalier } from 'espalier'

const users = new Map([
  ['secret', { name: 'Ada' }],
  ['other', { name: 'Tom' }]
])

export const createApp = () => espalier().get('/', () => `${users.size} users`)
