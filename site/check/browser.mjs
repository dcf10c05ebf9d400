// The browser of the check: a Chromium that the machine has.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

/** @throws when there is none: CHROMIUM takes its path */
export function launch() {
  const executablePath = places.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('The check needs Chromium. Install it, or set CHROMIUM to the path of one.')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** The width of a small phone, in CSS pixels. */
export const phone = { width: 360, height: 740 }
