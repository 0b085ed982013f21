/**
 * A fingerprint in words, which two people can compare by voice (SEC-5). The list never changes, because written-down
 * words would no longer match their key. It is the same in every language, because a device shows the words of its key
 * without knowing the reader's language.
 */

/** One word for each value of a byte. */
const WORDS = (
  "acid acorn agent album alley amber anchor angel ankle apple apron arena armor arrow atlas attic audio autumn " +
  "avocado axis badge bagel bamboo banana banjo barrel basil basket beacon beaver bench berry bishop blanket " +
  "blossom bonus bottle bridge bronze bucket cabin cactus camel camera candle canoe canyon carbon carpet castle " +
  "cedar cello cherry circus clover cobra coffee comet compass copper coral cotton cradle crayon cricket crystal " +
  "cube curtain cycle dagger daisy dancer denim desert diamond diesel dinner dolphin domino donkey dragon drawer " +
  "eagle earth echo eclipse elbow elephant ember engine envelope fabric falcon feather fiddle finger flame flute " +
  "forest fossil fox galaxy garden garlic ghost giant ginger giraffe glacier goblin gravel guitar hammer harbor " +
  "hazel helmet hermit hockey honey horizon hotel husky igloo indigo insect iris island ivory jacket jaguar jasmine " +
  "jelly jewel jungle jupiter kangaroo kernel kettle kitten koala ladder lagoon lantern laser lemon leopard lily " +
  "lion lizard lobster locket lotus lunar magnet mango maple marble meadow melon meteor mirror monkey mosaic motor " +
  "muffin museum mustard nebula nectar needle nickel noodle north nutmeg oasis ocean octopus olive onion opera " +
  "orbit orchid osprey otter oyster paddle panda papaya parrot pebble pelican pepper piano pigeon pillow pirate " +
  "planet pocket polar pony potato prism puffin pumpkin puzzle quartz rabbit radar raven ribbon river robin rocket " +
  "ruby saddle salmon sapphire saturn scarf shadow silver siren sparrow spider sponge stable sugar sunset swan " +
  "tango temple thunder tiger timber topaz tractor trumpet tulip tunnel turtle umbrella uncle valley vanilla velvet " +
  "violin volcano waffle walnut whale window wizard yellow yogurt zebra zinc"
).split(" ")

/** Words for 64 of the 256 bits: too many for making a second key with the same words, and few enough to read aloud. */
const WORDS_SHOWN = 8
const HEX_OF_BYTE = 2
const HEX = 16

/** The words of a fingerprint in lower-case hexadecimal. */
export const fingerprintWords = (fingerprint: string): readonly string[] =>
  Array.from({ length: WORDS_SHOWN }, (_, at) => {
    const byte = Number.parseInt(fingerprint.slice(at * HEX_OF_BYTE, (at + 1) * HEX_OF_BYTE), HEX)
    return WORDS[byte] ?? ""
  })
