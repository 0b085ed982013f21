/** Limits of the device protocol, each with its unit; `docs/device-protocol.md` explains them. */

const SECOND = 1_000
const KIB = 1_024

/** The only version. Another is answered with `version` and a close. */
export const PROTOCOL_VERSION = 2

/** Most bytes of a datagram, so that it fits every network without fragments. */
export const DATAGRAM_MAX_BYTES = 1_200
/** Most bytes of a frame with a message, after its length. */
export const MESSAGE_MAX_BYTES = 64 * KIB
/** Bytes of one firmware chunk, the last one of an image excepted. */
export const CHUNK_MIN_BYTES = 4 * KIB
export const CHUNK_MAX_BYTES = 1_024 * KIB
/** Most bytes of the head of a chunk. */
export const CHUNK_HEAD_MAX_BYTES = KIB
/** Most bytes of a frame with a chunk, after its length: kind, length of the head, head, bytes. */
export const CHUNK_FRAME_MAX_BYTES = 1 + 4 + CHUNK_HEAD_MAX_BYTES + CHUNK_MAX_BYTES
/** Most bytes of a firmware image. */
export const IMAGE_MAX_BYTES = 1_024 * KIB * KIB
/** The most unanswered chunks. */
export const CHUNKS_IN_FLIGHT_MAX = 4

/** Sessions that one device serves at once. */
export const SESSIONS_MAX = 4
/** A device closes a connection without a `hello` after this time, ms. */
export const HELLO_TIMEOUT_MS = 5 * SECOND
/**
 * A device closes a client that has not proved the passcode within this time after its hello or last attempt, ms. So no
 * stranger keeps a session by pings.
 */
export const PROOF_TIMEOUT_MS = 360 * SECOND
/** A client sends `ping` after this time of silence, ms. */
export const PING_INTERVAL_MS = 10 * SECOND
/** Either side closes a connection without received bytes after this time, ms. */
export const IDLE_TIMEOUT_MS = 30 * SECOND
/** Messages a second from one client on average, and the most at once. */
export const MESSAGES_PER_SECOND = 200
export const MESSAGES_BURST = 400

/** The wait after the first wrong passcode, ms. Each further one doubles it. */
export const PASSCODE_DELAY_MS = 1 * SECOND
export const PASSCODE_DELAY_MAX_MS = 300 * SECOND
/** Characters of a nonce: 16 bytes in lower-case hexadecimal. */
export const NONCE_LENGTH = 32
/** Characters of a proof: a SHA-256 in lower-case hexadecimal. */
export const PROOF_LENGTH = 64

/** Characters of a ticket for a stream (16 bytes in lower-case hexadecimal), and how long it is valid, ms. */
export const TICKET_LENGTH = 32
export const TICKET_LIFE_MS = 5 * SECOND

/** Characters of the texts of a message. */
export const ID_MAX_LENGTH = 64
export const NAME_MAX_LENGTH = 128
export const ERROR_MAX_LENGTH = 256
/** Hosts in a status, and candidates in the payload of a NAT request. */
export const HOSTS_MAX = 16
export const CANDIDATES_MAX = 4
