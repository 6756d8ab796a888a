import { Component, type PropsWithChildren, type ReactNode } from "react";

interface Props extends PropsWithChildren {
  readonly plain: ReactNode;
}

/** Shows `plain` where what is inside cannot be rendered, as a text that is nested thousands deep. */
export class PlainOnError extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}
