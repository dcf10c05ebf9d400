/** The files of the Swagger UI page. They work under a content security policy that forbids inline scripts and styles, `eval` and other hosts. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export interface PageFile {
  readonly type: string
  readonly body: string | Buffer
  readonly tag: string
}

export const toFile = (type: string, body: string | Buffer): PageFile => ({
  type: `${type}; charset=utf-8`,
  body,
  tag: `"${createHash('sha256').update(body).digest('base64url')}"`
})

const require = createRequire(import.meta.url)

export async function readUiFiles(): Promise<[name: string, PageFile][]> {
  try {
    return [
      [
        'swagger-ui-bundle.js',
        toFile('text/javascript', await readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')))
      ],
      ['swagger-ui.css', toFile('text/css', await readFile(require.resolve('swagger-ui-dist/swagger-ui.css')))],
      ['page.js', toFile('text/javascript', pageScript)]
    ]
  } catch (cause) {
    const message = 'openapiPage serves files of the package swagger-ui-dist. Install it: npm install swagger-ui-dist'
    throw new Error(message, { cause })
  }
}

/** Returns a content security policy. It allows requests to the app itself and to the `servers` of the OpenAPI document. */
export function policyFor(servers: readonly { readonly url: string }[]): string {
  const origins = servers.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : "'self'"))
  const connect = [...new Set(["'self'", ...origins])].join(' ')
  // The style sheet of Swagger UI has icons as `data:` URLs.
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connect}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

export const pageHtml = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="page.js"></script>
</body>
</html>
`

/** With the default `validatorUrl`, Swagger UI would send the URL of a public document to a server of its makers. */
const pageScript = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  domNode: document.getElementById('page'),
  deepLinking: true,
  validatorUrl: null
})
`
