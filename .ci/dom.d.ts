// What the page's HTML decides and a script takes for granted: which kind of element a selector or an id finds. Our own
// functions, their parameters and what they return are checked.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface NonElementParentNode {
  getElementById(id: string): any;
}

interface Document {
  getElementById(id: string): any;
}

// What an event comes from: an element, but where a listener is put on the window or a socket.
interface EventTarget {
  closest(selectors: string): any;
  readonly dataset: DOMStringMap;
  readonly id: any;
}

interface Element {
  closest(selectors: string): any;
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
}

interface Navigator {
  standalone?: boolean;
}

// js/fair/check.js runs in node, too.
declare const process: any;
