// Preloaded into processes of the examples: one whose answers break their schemas prints them, and ends with 1.
import { watchAnswers } from '@espalier/testing'

watchAnswers()
