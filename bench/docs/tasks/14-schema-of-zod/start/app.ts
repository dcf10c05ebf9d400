import { espalier } from 'espalier'
import * as z from 'zod'

export const Person = z.object({ name: z.string().trim().min(1), role: z.enum(['reader', 'staff']).default('reader') })

export const createApp = () => espalier()
