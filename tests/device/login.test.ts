import * as fc from "fast-check"
import { describe, expect, onTestFinished, test } from "vitest"
import { isNear } from "../../device/agent/addresses.ts"
import { chooseSecurity, type VncRoute } from "../../device/agent/vnc/choosing.ts"
import type { VncCredentials } from "../../device/agent/vnc/credentials.ts"
import { logIn } from "../../device/agent/vnc/login.ts"
import { VncProblem } from "../../device/agent/vnc/problem.ts"
import { readVncPassword } from "../../device/agent/vncPassword.ts"
import { makeIdentity } from "../../device/identity.ts"
import { goodVnc, reason, startVnc, u32, type VncOptions } from "./vncServers.ts"

const enter = async (port: number, credentials: VncCredentials = {}) => {
  const { socket, key } = await logIn({ host: "127.0.0.1", port, mayBePlain: false }, credentials)
  onTestFinished(() => void socket.destroy())
  return { socket, key }
}

const enterAt = async (options: VncOptions, credentials: VncCredentials = {}) => {
  const server = await startVnc(goodVnc(options))
  const { socket, key } = await enter(server.port, credentials)
  socket.write(Uint8Array.of(1))
  const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve))
  return { width: first.readUInt16BE(0), key }
}

const identity = makeIdentity()
const password = "secret"

describe("the login at a VNC server", () => {
  test.each<readonly [string, VncOptions, VncCredentials]>([
    ["3.8 without a password", {}, {}],
    ["3.7 without a password", { version: "003.007" }, {}],
    ["3.3 without a password", { version: "003.003" }, {}],
    ["of Apple", { version: "003.889" }, {}],
    ["of version 5", { version: "005.000" }, {}],
    ["3.8 with VncAuth", { types: [2], password }, { password }],
    ["3.3 with VncAuth", { version: "003.003", types: [2], password }, { password }],
    ["with VncAuth among others", { types: [30, 19, 2], sealed: [258], password }, { password }],
    ["that wants no password, though one is given", {}, { password }],
    ["with VeNCrypt TLSNone", { types: [19], sealed: [257] }, {}],
    ["with VeNCrypt TLSVnc", { types: [19], sealed: [258], password }, { password }],
    ["with VeNCrypt TLSPlain", { types: [19], sealed: [259], user: "u", password }, { user: "u", password }],
    ["with VeNCrypt X509None", { types: [19], sealed: [260], identity }, {}],
    ["with VeNCrypt X509Vnc", { types: [19], sealed: [261], identity, password }, { password }],
    [
      "with VeNCrypt X509Plain",
      { types: [19], sealed: [259, 262, 256], identity, user: "ü", password },
      { user: "ü", password },
    ],
  ])("[AGENT-1] succeeds at a server %s", async (_what, options, credentials) => {
    const { width, key } = await enterAt(options, credentials)
    expect(width).toBe(64)
    const hasKey = (options.sealed ?? []).some((type) => type >= 260)
    expect(key).toBe(hasKey ? identity.fingerprint : undefined)
  })

  test.each<readonly [string, VncOptions, VncCredentials, string, string]>([
    [
      "a wrong password",
      { types: [2], password },
      { password: "other" },
      "password",
      "refuses the password: wrong �[31mpassword",
    ],
    [
      "a wrong password, 3.3",
      { version: "003.003", types: [2], password },
      { password: "other" },
      "password",
      "refuses the password.",
    ],
    [
      "a wrong user",
      { types: [19], sealed: [262], identity, user: "u", password },
      { user: "x", password },
      "password",
      "no such user",
    ],
    ["no password where one is wanted", { types: [2], password }, {}, "password", "--vnc-password-file"],
    ["no user where one is wanted", { types: [19], sealed: [262], identity }, { password }, "password", "--vnc-user"],
    ["security of an unknown type", { types: [30, 5] }, { password }, "security", "(30, 5)"],
    ["VeNCrypt of unknown types", { types: [19], sealed: [263, 256] }, { password }, "security", "263, 256"],
    ["VeNCrypt of no types", { types: [19], sealed: [] }, { password }, "security", "VeNCrypt"],
    [
      "another key than before",
      { types: [19], sealed: [260], identity },
      { known: "0".repeat(64) },
      "key-changed",
      "vnc.key",
    ],
  ])("[AGENT-1] says what is wrong: %s", async (_what, options, credentials, why, words) => {
    await expect(enterAt(options, credentials)).rejects.toMatchObject({
      reason: why,
      message: expect.stringContaining(words),
    })
  })

  test.each<readonly [string, Uint8Array | null, string, string]>([
    ["HTTP", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), "no-vnc", "speaks HTTP"],
    ["SSH", Buffer.from("SSH-2.0-OpenSSH_9.2\r\n"), "no-vnc", 'says "SSH-2.0-Open"'],
    ["zeros", new Uint8Array(4_096), "no-vnc", "none"],
    [
      "a refusal",
      Buffer.concat([Buffer.from("RFB 003.008\n\0"), reason("Too many failures")]),
      "refused",
      "Too many failures",
    ],
    [
      "a refusal of 3.3",
      Buffer.concat([Buffer.from("RFB 003.003\n"), u32(0), reason("Go away")]),
      "refused",
      "Go away",
    ],
    [
      "a refusal that claims to be endless",
      Buffer.concat([Buffer.from("RFB 003.008\n\0"), u32(0xffffffff), new Uint8Array(100_000)]),
      "refused",
      "refuses the connection",
    ],
    ["half a version", Buffer.from("RFB 0"), "refused", "closed the connection"],
    ["nothing, and closes", null, "refused", "closed the connection"],
  ])("[AGENT-1] names what it met in place of a VNC server: %s", async (_what, bytes, why, words) => {
    const server = await startVnc((socket) => void socket.resume().end(bytes ?? ""))
    await expect(enter(server.port)).rejects.toMatchObject({ reason: why, message: expect.stringContaining(words) })
    await expect.poll(() => server.connections.every((socket) => socket.destroyed)).toBe(true)
  })

  test("[AGENT-1] names a server that is not there", async () => {
    const server = await startVnc(goodVnc())
    server.stop()
    await expect(enter(server.port)).rejects.toMatchObject({ reason: "unreachable" })
    await expect(logIn({ host: "name.invalid", port: 1, mayBePlain: false }, {})).rejects.toMatchObject({
      reason: "unreachable",
    })
  })
})

describe("the address of a VNC server", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.1.1",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:10.0.0.1",
  ])("[AGENT-2] %s is near", (address) => expect(isNear(address)).toBe(true))

  test.each(["8.8.8.8", "172.32.0.1", "192.169.0.1", "0.0.0.0", "2001:db8::1", "::ffff:8.8.8.8", "no address"])(
    "[AGENT-2] %s is not",
    (address) => expect(isNear(address)).toBe(false),
  )

  test("[AGENT-2] that is not near is refused before a byte is sent there", async () => {
    await expect(logIn({ host: "203.0.113.1", port: 5_900, mayBePlain: false }, {})).rejects.toMatchObject({
      reason: "not-near",
      message: expect.stringContaining("--yes-plain"),
    })
  })
})

describe("the security of the way to the VNC server", () => {
  const [none, vncAuth, veNCrypt] = [1, 2, 19]
  const typesOf = fc.uniqueArray(fc.integer({ min: 1, max: 30 }))
  const given = fc.constantFrom<VncCredentials>({}, { password })
  const chosen = (offered: readonly number[], credentials: VncCredentials, way: VncRoute): number | string => {
    try {
      return chooseSecurity(offered, credentials, way)
    } catch (error) {
      return error instanceof VncProblem ? error.reason : "?"
    }
  }

  test("[AGENT-2] to another machine is a seal, whatever is offered, unless plain text is allowed", () => {
    fc.assert(
      fc.property(typesOf, given, (offered, credentials) => {
        const sealed = chosen(offered, credentials, "sealed")
        if (offered.includes(veNCrypt)) expect(sealed).toBe(veNCrypt)
        else expect(sealed).toBe(offered.includes(none) || offered.includes(vncAuth) ? "plain" : "security")
        if (offered.includes(veNCrypt)) expect(chosen(offered, credentials, "plain")).toBe(veNCrypt)
      }),
    )
    expect(chosen([none], {}, "plain")).toBe(none)
    expect(chosen([none, veNCrypt], {}, "here")).toBe(none)
  })
})

describe("a file with the password of a VNC server", () => {
  test("[AGENT-1] is read as text, first line only, and as vncpasswd writes it", () => {
    for (const text of ["geheim12", "geheim12\n", "geheim12\r\nmore"])
      expect(readVncPassword(Buffer.from(text))).toBe("geheim12")
    expect(readVncPassword(Buffer.from("55f50b0ff44dcbc3", "hex"))).toBe("geheim12")
    expect(readVncPassword(Buffer.from("55f50b0ff44dcbc355f50b0ff44dcbc3", "hex"))).toBe("geheim12")
    expect(readVncPassword(Buffer.from("größe"))).toBe("größe")
  })
})
