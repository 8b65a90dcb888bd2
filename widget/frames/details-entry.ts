import { lendCode } from './borrow-code.ts'
import { runCodeFrame } from './code-frame.ts'
import { createDetailsPayer } from './details-payer.ts'
import { runExpiryFrame } from './expiry-frame.ts'
import { runHolderFrame } from './holder-frame.ts'
import { runNumberFrame } from './number-frame.ts'
import { startFrame } from './start-frame.ts'

// Of a form whose expiry and holder are secured fields, too: the other frames take it from the number's.
startFrame(
  {
    'card.number': (input, place) => runNumberFrame(input, place, createDetailsPayer),
    'card.cvv': runCodeFrame,
    'card.expiry': runExpiryFrame,
    'card.holder': runHolderFrame,
  },
  lendCode,
)
