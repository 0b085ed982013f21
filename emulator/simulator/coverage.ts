import { moments } from "./ambush.ts"
import type { Counts } from "./counts.ts"
import { faults } from "./faults.ts"
import { mishaps } from "./mishaps.ts"

/** What must happen somewhere in any larger number of seeds: otherwise it was not tested. */
const expected: readonly string[] = [
  ...faults.map((fault) => `fault ${fault}`),
  ...mishaps.map((mishap) => `mishap ${mishap}`),
  "fault offline",
  ...moments.map((moment) => `ambush ${moment}`),
  "lock stolen",
  "quota errors",
  "events lost in crashes",
  "actions claimed more than once",
  "reboots and wakes whose reply was lost",
  "event ActionConfirmed",
  "event ActionRefused",
  "event ActionUnconfirmed",
  "event ActionExpired",
  "event ActionCancelled",
  "event ActionSuperseded",
  "event ActionDelayed",
  "event ActionHurried",
  "event ActionReopened",
  "event ActionDismissed",
  "event TargetSettled",
  "event LeadershipTaken",
  "event SignedIn",
  "event SignedOut",
  "event SignInFailed",
  "event DevicesRead",
  "event SubAccountsRead",
  "event MainAccountsRead",
  "event ConnectionChanged",
  "event InputRejected",
  "event DevicesTagged",
  "event DevicesUntagged",
]

/** Names of what never happened. */
export const neverHappened = (counts: Counts): readonly string[] => expected.filter((name) => counts.get(name) === 0)
