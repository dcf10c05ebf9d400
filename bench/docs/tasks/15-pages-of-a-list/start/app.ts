import { espalier } from 'espalier'

const titles = ['Emma', 'Orlando', 'Persuasion', 'The Waves', 'Ulysses']

export const createApp = () => espalier().get('/books', () => titles)
