/** A certificate of its own for localhost, by openssl, for a day. */
import { join } from 'node:path'
import { run } from '../project.mjs'
import { tool } from './tool.mjs'

export async function certify(folder) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const { code, output } = await run([tool('openssl'), ...request, ...names, '-keyout', key, '-out', certificate])
  if (code !== 0) throw new Error(output)
  return { certificate, key }
}
