// Every page as Markdown, under its address with the ending `.md`.
import { listPages } from '../page/list.mjs'
import { textOf } from '../page/text.mjs'

export const getStaticPaths = () => listPages().map((page) => ({ params: { slug: page.slug }, props: { page } }))

export const GET = ({ props }) => new Response(textOf(props.page, '.md'))
