/** Limits of the device protocol, each with its unit; `docs/device-protocol.md` explains them. */

const SECOND = 1_000
const KIB = 1_024

/** The one version there is; another is answered with `version` and a close. */
export const PROTOCOL_VERSION = 2

/** Most bytes of a datagram: fits every network without fragments. */
export const DATAGRAM_MAX_BYTES = 1_200
/** Most bytes of a frame that carries a message, behind its length. */
export const MESSAGE_MAX_BYTES = 64 * KIB
/** Bytes of one firmware chunk, the last one of an image excepted. */
export const CHUNK_MIN_BYTES = 4 * KIB
export const CHUNK_MAX_BYTES = 1_024 * KIB
/** Most bytes of the head of a chunk. */
export const CHUNK_HEAD_MAX_BYTES = KIB
/** Most bytes of a frame that carries a chunk, behind its length: kind, length of the head, head, bytes. */
export const CHUNK_FRAME_MAX_BYTES = 1 + 4 + CHUNK_HEAD_MAX_BYTES + CHUNK_MAX_BYTES
/** Most bytes of a firmware image. */
export const IMAGE_MAX_BYTES = 1_024 * KIB * KIB
/** Chunks that may be on their way without an answer. */
export const CHUNKS_IN_FLIGHT_MAX = 4

/** Sessions that one device serves at once. */
export const SESSIONS_MAX = 4
/** A device closes a connection that has not said `hello` by then, ms. */
export const HELLO_TIMEOUT_MS = 5 * SECOND
/** A client that has not proved the passcode so long after its hello or its last try is let go: no stranger keeps a session by pings, ms. */
export const PROOF_TIMEOUT_MS = 360 * SECOND
/** A client says `ping` when it has been silent for this long, ms. */
export const PING_INTERVAL_MS = 10 * SECOND
/** Either side closes a connection on which nothing has come for this long, ms. */
export const IDLE_TIMEOUT_MS = 30 * SECOND
/** Messages a second from one client, on average; and how many may come at once. */
export const MESSAGES_PER_SECOND = 200
export const MESSAGES_BURST = 400

/** After the first wrong passcode a device waits this long; each further one doubles it, ms. */
export const PASSCODE_DELAY_MS = 1 * SECOND
export const PASSCODE_DELAY_MAX_MS = 300 * SECOND
/** Characters of a nonce: 16 bytes in lower-case hexadecimal. */
export const NONCE_LENGTH = 32
/** Characters of a proof: a SHA-256 in lower-case hexadecimal. */
export const PROOF_LENGTH = 64

/** Characters of a ticket to a stream: 16 bytes in lower-case hexadecimal; and how long it is good, ms. */
export const TICKET_LENGTH = 32
export const TICKET_LIFE_MS = 5 * SECOND

/** Characters of the texts of a message. */
export const ID_MAX_LENGTH = 64
export const NAME_MAX_LENGTH = 128
export const ERROR_MAX_LENGTH = 256
/** Hosts in a status, and candidates in the payload of a NAT request. */
export const HOSTS_MAX = 16
export const CANDIDATES_MAX = 4
