# The last piece of Tools/Scripts/wasm: nobody imports it, so that each declaration is one of its own.
/^ *\/\//!s/(^|[^A-Za-z.])(package|public) ((static|var|let|func|struct|enum|init|class|typealias|indirect|final|mutating|protocol|private\(set\)|internal\(set\)|fileprivate\(set\)|subscript|extension|import|@))/\1\3/
