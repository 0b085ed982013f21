import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { readVncPassword } from "../../device/agent/vncPassword.ts"
import { makeIdentity } from "../../device/identity.ts"
import { newFolder } from "../bridge/files.ts"
import { lackForVnc } from "../environment/vncLack.ts"
import { connectTo, keyMessage, openPageAt, openViewer, runAgent, shake, type TestViewer } from "./running.ts"
import { freePort, OPEN, PATIENCE, startXvnc, written } from "./xvnc.ts"

/** The agent with a real VNC server and a real terminal behind it. */

const lack = lackForVnc()
if (lack !== null) console.info(`The device agent was not tried with a real VNC server: ${lack}`)

const PASSWORD = "geheim12"
/** The same password in the format of vncpasswd. */
const PASSWORD_FILE = Buffer.from("55f50b0ff44dcbc3", "hex")

const ENTER = 0xff0d
/** The keysym of a character: its code in Latin-1, otherwise its Unicode above 0x01000000. */
const keysymOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x100 ? point : 0x0100_0000 + point
}

const typeLine = (viewer: TestViewer, line: string): void => {
  for (const keysym of [...[...line].map(keysymOf), ENTER])
    viewer.send(Buffer.concat([keyMessage(keysym, true), keyMessage(keysym, false)]))
}

/** Without a window manager keys go to the window under the pointer. */
const POINTER = Uint8Array.of(5, 0, 0, 200, 0, 200)
const UPDATE = Uint8Array.of(3, 0, 0, 0, 0, 0, 3, 32, 2, 88)

/** Key and certificate of the server, in separate files. */
const certified = (): readonly string[] => {
  const { key, certificate } = makeIdentity()
  const folder = mkdtempSync(join(tmpdir(), "sightline-xvnc-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "key.pem"), key)
  writeFileSync(join(folder, "cert.pem"), certificate)
  return ["-X509Key", join(folder, "key.pem"), "-X509Cert", join(folder, "cert.pem")]
}

describe.each(lack === null ? ["Xvnc"] : [])("with a real %s", () => {
  test.each<readonly [string, readonly string[], string | undefined]>([
    ["no password", ["-SecurityTypes", "None"], undefined],
    ["a password", ["-SecurityTypes", "VncAuth"], PASSWORD],
    ["a password inside TLS", ["-SecurityTypes", "TLSVnc"], PASSWORD],
    ["a password inside TLS with a certificate", ["-SecurityTypes", "X509Vnc", ...certified()], PASSWORD],
  ])(
    "[AGENT-1] a person finds the terminal by a scan, enters the passcode, and types: %s",
    async (_what, security, password) => {
      const folder = newFolder()
      const file = join(folder, "password")
      writeFileSync(file, PASSWORD_FILE)
      const port = await freePort()
      await startXvnc(folder, [...security, "-PasswordFile", file], port)
      const vncPassword = password === undefined ? undefined : readVncPassword(readFileSync(file))
      expect(vncPassword).toBe(password)
      const { agent } = await runAgent(port, { passcode: "1234", vncPassword })
      const { page } = await openPageAt()
      await connectTo(page, agent)
      await page.wait("auth_device")
      page.send({ type: "auth_device", password: "1234" })
      const viewer = await openViewer(page)
      expect(await shake(viewer)).toMatchObject({ width: 800, height: 600 })
      viewer.send(UPDATE)
      // Raw pixels of the whole screen, in 32 bits each.
      await viewer.take(800 * 600 * 4)
      viewer.send(POINTER)
      typeLine(viewer, "echo 'a@{}[]\\|~ é€ß漢' > out")
      await expect.poll(() => written(folder), PATIENCE).toBe("a@{}[]\\|~ é€ß漢\n")
    },
  )

  test("[AGENT-1][SCREEN-2] view-only types nothing, and control given back types again", async () => {
    const folder = newFolder()
    const port = await freePort()
    await startXvnc(folder, OPEN, port)
    const { agent } = await runAgent(port)
    const { page } = await openPageAt()
    await connectTo(page, agent)
    const viewer = await openViewer(page, false)
    await shake(viewer)
    viewer.send(POINTER)
    typeLine(viewer, "echo no >> out")
    // The answer comes after everything that was sent before it.
    viewer.send(UPDATE)
    await viewer.take(800 * 600 * 4)
    viewer.say({ type: "view", audio: false, control: true })
    const typeUntilSeen = (): string => {
      if (written(folder) === "") {
        viewer.send(POINTER)
        typeLine(viewer, "echo yes > out")
      }
      return written(folder)
    }
    await expect.poll(typeUntilSeen, { ...PATIENCE, interval: 1_000 }).toBe("yes\n")
  })

  test("[AGENT-3] the server dies in the middle, comes back, and shows its picture again", async () => {
    const folder = newFolder()
    const port = await freePort()
    const server = await startXvnc(folder, OPEN, port)
    const { agent, lines } = await runAgent(port)
    const { page } = await openPageAt()
    await connectTo(page, agent)
    const viewer = await openViewer(page)
    await shake(viewer)
    server.kill()
    await expect.poll(() => viewer.messages).toContainEqual({ type: "host", awake: false, canWake: false })
    expect(lines.join("\n")).toContain("The VNC server closed the connection.")
    await startXvnc(newFolder(), OPEN, port)
    await expect.poll(() => viewer.messages, PATIENCE).toContainEqual({ type: "host", awake: true, canWake: false })
    viewer.say({ type: "view", audio: false, control: true })
    expect(await shake(viewer)).toMatchObject({ width: 800, height: 600 })
  })
})
