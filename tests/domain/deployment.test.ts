import { expect, test } from "vitest"
import { noDeployment, parseDeployment } from "../../src/app/client/deployment.ts"
import { readServer } from "../../src/app/screens/auth/server.ts"

const privately = (serverUrl: string) => ({ serverType: "private", serverUrl }) as const
const publicly = { serverType: "public", serverUrl: "https://another.example" } as const

test.each(["https://cloud.example", "http://127.0.0.1:9300", "https://cloud.example/below"])(
  "[CALL-3] the public cloud is what the settings of the deployment name: %s",
  (url) => {
    const deployment = parseDeployment({ publicCloud: { url, name: "Cloud" } })
    expect(readServer(publicly, deployment)).toEqual({ server: url })
    expect(readServer(privately("https://own.example"), deployment)).toEqual({ server: "https://own.example" })
  },
)

test.each([undefined, null, "junk", {}, { publicCloud: { url: "ftp://cloud.example" } }, { publicCloud: { url: 7 } }])(
  "[CALL-3] settings without a good address name no public cloud, and the code names none either: %j",
  (settings) => {
    const deployment = parseDeployment(settings)
    expect(deployment.publicCloud).toBe(noDeployment.publicCloud)
    expect(readServer(publicly, deployment)).toEqual({ problem: { server: "auth.server.noPublic" } })
    expect(readServer(privately("https://own.example"), deployment)).toEqual({ server: "https://own.example" })
  },
)
