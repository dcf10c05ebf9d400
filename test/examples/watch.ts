// Preloaded into processes of the examples. A process with responses that do not match their schemas prints them, and exits with 1.
import { watchAnswers } from '@espalier/testing'

watchAnswers()
