import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Effect } from "effect"
import { expect, onTestFinished, test } from "vitest"
import { cloudLayer } from "../../src/adapters/cloud/fetch.ts"
import { Cloud } from "../../src/domain/ports/cloud.ts"
import { parseServerUrl, type ServerUrl } from "../../src/domain/values/serverUrl.ts"
import { type AskedServer, type ContractAnswer, cloudContract, type ReceivedRequest } from "./cloud.contract.ts"

const CHUNK = Buffer.alloc(256 * 1024, "x")

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

const sendForever = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(CHUNK));
  if (!response.destroyed) response.once("drain", () => sendForever(response))
}

const answerWith = (next: ContractAnswer, response: ServerResponse): void => {
  switch (next.kind) {
    case "json":
      response.writeHead(next.http ?? 200, { "content-type": "application/json" }).end(JSON.stringify(next.body))
      return
    case "text":
      response.writeHead(next.http ?? 200).end(next.text)
      return
    case "bytes":
      response.writeHead(200).end(next.bytes)
      return
    case "redirect":
      response.writeHead(307, { location: next.to }).end()
      return
    case "truncate":
      response.writeHead(200, { "content-length": "100" }).write('{"status":0,', () => response.destroy())
      return
    case "drip":
      response.writeHead(200, { "content-type": "application/json" }).write('{"status"')
      return
    case "endless":
      response.writeHead(200)
      sendForever(response)
      return
    case "hangUp":
      response.destroy()
      return
    case "silent":
  }
}

const startServer = async (): Promise<AskedServer> => {
  const asked: ReceivedRequest[] = []
  let next: ContractAnswer = { kind: "silent" }
  let abandoned = 0
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = await readBody(request)
    asked.push({ method: request.method ?? "", path: request.url ?? "", headers, body })
    response.once("close", () => {
      if (!response.writableEnded && (next.kind === "silent" || next.kind === "drip")) abandoned += 1
    })
    answerWith(next, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    abandoned: () => abandoned,
    answer: (answering) => {
      next = answering
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const cloud = await Effect.runPromise(Effect.provide(Effect.service(Cloud), cloudLayer))

cloudContract("fetch", cloud, startServer)

const waitingServer = async () => {
  let wait: string | undefined
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? "")
    if (wait === undefined) response.end('{"status":0}')
    else response.writeHead(429, { "retry-after": wait }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const ask = (header: string | undefined) => {
    wait = header
  }
  const url = parseServerUrl(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
  if (!url.ok) throw new Error("no address")
  return { url: url.value, paths, ask }
}

test("[OFFLINE-5][MSG-3] a server that asked to wait is asked for nothing before, others are", async () => {
  const fresh = await Effect.runPromise(Effect.provide(Effect.service(Cloud), cloudLayer))
  const [slow, other] = [await waitingServer(), await waitingServer()]
  const rename = (server: ServerUrl) =>
    Effect.runPromise(Effect.exit(fresh.call("rename_account", server, { uid: "u", token: "t", newName: "n" })))
  const signIn = (server: ServerUrl) => {
    const hash = "0".repeat(32)
    return Effect.runPromise(Effect.flip(fresh.call("signin", server, { email: hash, password: hash })))
  }
  slow.ask("1")
  expect((await rename(slow.url))._tag).toBe("Failure")
  slow.ask(undefined)
  expect((await signIn(slow.url)).reason).toMatchObject({ _tag: "NoReply", wait: { isUndone: true } })
  expect(slow.paths).toHaveLength(1)
  expect((await rename(other.url))._tag).toBe("Success")
  await expect.poll(async () => (await rename(slow.url))._tag, { timeout: 5_000 }).toBe("Success")
})
