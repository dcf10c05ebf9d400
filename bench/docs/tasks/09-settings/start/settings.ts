export const port = Number(process.env.PORT ?? 3000)
export const token = process.env.TOKEN
