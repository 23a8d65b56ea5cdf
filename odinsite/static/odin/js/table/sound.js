// Quiet sounds, made of noise and plain waves, each under 600 ms: a wood tap for a play, a brush over cloth for a
// pick-up, a low knock for a pass, one note of a lur for the reader's turn, two at a hand's end. Devices that can also
// vibrate shortly.

import { still } from "./motion.js";

// Late sounds are dropped.
const LATE_S = 0.5;
// Of the loudness named below.
const QUIET = 0.5;
// How long a device vibrates at the beginning of the reader's turn, and when their turn is accepted.
const MINE_MS = 60;
const ACCEPTED_MS = 25;

let context = null;

/** A voice that starts from silence and fades within `length` seconds. */
function voice(audio, at, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud * QUIET, at + Math.min(0.03, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio, at, { type = "sine", from, to = from, loud, length }) {
  const wave = audio.createOscillator();
  wave.type = type;
  wave.frequency.setValueAtTime(from, at);
  wave.frequency.exponentialRampToValueAtTime(to, at + length);
  wave.connect(voice(audio, at, loud, length));
  wave.start(at);
  wave.stop(at + length);
}

function noise(audio, at, { type, pitch, loud, length }) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = pitch;
  source.connect(filter).connect(voice(audio, at, loud, length));
  source.start(at);
}

/** A lur's note: a fundamental with a long horn's overtones. */
function lur(audio, at, pitch, length) {
  for (const [overtone, loud] of [
    [1, 0.14],
    [2, 0.08],
    [3, 0.04],
  ]) {
    tone(audio, at, { from: pitch * overtone * 0.985, to: pitch * overtone, loud, length });
  }
}

/** Each starts at the second `at` of `audio` and ends within 600 ms. */
export const SOUNDS = {
  tap(audio, at) {
    tone(audio, at, { type: "triangle", from: 420, to: 180, loud: 0.3, length: 0.11 });
    noise(audio, at, { type: "bandpass", pitch: 1900, loud: 0.16, length: 0.05 });
  },
  brush(audio, at) {
    noise(audio, at, { type: "highpass", pitch: 2600, loud: 0.07, length: 0.26 });
  },
  knock(audio, at) {
    tone(audio, at, { from: 130, to: 70, loud: 0.4, length: 0.18 });
  },
  lur(audio, at) {
    lur(audio, at, 196, 0.55);
  },
  end(audio, at) {
    lur(audio, at, 196, 0.28);
    lur(audio, at + 0.24, 262, 0.34);
  },
};

/**
 * Chooses the sounds of a turn, with their delays in seconds.
 * @param {{over?: boolean, kind?: string, took?: boolean, mine?: boolean, accepted?: boolean, on?: boolean}} what
 *   whether the hand or game is over, the newest line's kind, whether a card was picked up, whether it is now the
 *   reader's turn, whether theirs was accepted, and whether sounds were just switched on
 * @returns {[string, number][]}
 */
function soundsOf({ over, kind, took, mine, on }) {
  if (on) return [["tap", 0]];
  /** @type {[string, number][]} */
  const told = [];
  if (over) told.push(["end", 0.1]);
  else if (kind === "pass") told.push(["knock", 0]);
  else if (["lead", "play", "out"].includes(kind)) told.push(["tap", 0]);
  if (took && !over) told.push(["brush", 0.14]);
  if (mine) told.push(["lur", over ? 0.75 : 0.3]);
  return told;
}

/** Vibrates, unless the reader wants less motion. Before the first press on a page browsers refuse with an error. */
function vibrate({ mine, accepted }) {
  if (still.matches || !navigator.userActivation?.hasBeenActive) return;
  if (mine || accepted) navigator.vibrate?.(mine ? MINE_MS : ACCEPTED_MS);
}

/** Sounds that a phone's silent switch mutes, and that leave other programs' music on. */
function quietAudio() {
  const session = /** @type {any} */ (navigator).audioSession;
  if (session) session.type = "ambient";
  return new AudioContext();
}

/** Plays the sounds of `what`, unless the browser still waits for the reader's first press on this page. */
export async function play(what) {
  vibrate(what);
  context ??= quietAudio();
  const asked = performance.now();
  await context.resume();
  if (performance.now() - asked > LATE_S * 1000) return;
  for (const [name, after] of soundsOf(what)) SOUNDS[name](context, context.currentTime + 0.02 + after);
}
