import { createServer } from "node:http"

/** A server in front of the app that can change its answers. */
export interface Relay {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** `change` gets the path and body of every answer. */
export const startRelay = async (app: string, change: (path: string, body: Buffer) => Buffer): Promise<Relay> => {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/"
    const answer = await fetch(`${app}${path}`, { headers: { "accept-encoding": "identity" } })
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => name !== "content-length" && name !== "etag"),
    )
    response.writeHead(answer.status, headers).end(change(path, Buffer.from(await answer.arrayBuffer())))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the relay has no port")
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
