/// A variable that lies outside its owner, for the few places that every word passes.
///
/// Swift checks at run time that no two accesses to a class's variable overlap; at several accesses a
/// word that was an eighth of the time of a book. The owner alone reaches its cells, one call at a
/// time, and gives them back in its `deinit`.
struct Cell<Value> {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    var value: Value {
        @inline(__always) _read { yield pointer.pointee }
        @inline(__always) nonmutating _modify { yield &pointer.pointee }
    }

    func free() {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
