import { answering } from "./answering.ts"
import { batching } from "./batching.ts"
import { bridging } from "./bridging.ts"
import { deciding } from "./deciding.ts"
import { defining } from "./defining.ts"
import { leading } from "./leading.ts"
import type { Plant } from "./plant.ts"
import { remembering } from "./remembering.ts"
import { running } from "./running.ts"
import { scheduling } from "./scheduling.ts"
import { searching } from "./searching.ts"
import { seeing } from "./seeing.ts"
import { signingIn } from "./signingIn.ts"
import { signingOut } from "./signingOut.ts"
import { storing } from "./storing.ts"
import { updating } from "./updating.ts"

/** Every bug that is planted, in the order of the report. */
export const plants: readonly Plant[] = [
  ...batching,
  ...deciding,
  ...defining,
  ...answering,
  ...scheduling,
  ...remembering,
  ...running,
  ...leading,
  ...signingIn,
  ...signingOut,
  ...storing,
  ...searching,
  ...bridging,
  ...seeing,
  ...updating,
]
