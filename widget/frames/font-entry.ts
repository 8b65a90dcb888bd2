import { drawInOwnFont } from './own-font.ts'

drawInOwnFont(window)
